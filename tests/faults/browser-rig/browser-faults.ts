import { AGENT_FAULTS, CHAIN_FAULTS } from './chain-faults.ts';
import { PAGE_FAULTS } from './page-faults.ts';
import { RESTART_FAULTS } from './restart-faults.ts';

/** Everything that is done to the browser rig. */
export const BROWSER_FAULTS = [...AGENT_FAULTS, ...PAGE_FAULTS, ...CHAIN_FAULTS, ...RESTART_FAULTS];
