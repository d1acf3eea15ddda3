import type { Behaviour } from './behaviour.ts';
import { CALL_FAULTS } from './call-faults.ts';
import { CLIENT_FAULTS } from './client-faults.ts';
import { SNAPSHOT_FAULTS } from './snapshot-faults.ts';
import { TOOL_FAULTS } from './tool-faults.ts';

/** For each check, by its id, what a server does that breaks exactly that rule. */
export const FAULTS: Readonly<Record<string, Partial<Behaviour>>> = {
  ...SNAPSHOT_FAULTS,
  ...TOOL_FAULTS,
  ...CALL_FAULTS,
  ...CLIENT_FAULTS,
};
