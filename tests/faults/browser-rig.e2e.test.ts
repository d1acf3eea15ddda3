import { BrowserWorld } from './browser-rig/browser-world.ts';
import { AGENT_FAULTS, CHAIN_FAULTS } from './browser-rig/chain-faults.ts';
import { PAGE_FAULTS } from './browser-rig/page-faults.ts';
import { strikeEach } from './strike-each.ts';

strikeEach('the browser rig', BrowserWorld.start, [...AGENT_FAULTS, ...PAGE_FAULTS, ...CHAIN_FAULTS]);
