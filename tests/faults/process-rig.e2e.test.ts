import { PROCESS_FAULTS } from './process-rig/process-faults.ts';
import { ProcessWorld } from './process-rig/process-world.ts';
import { strikeEach } from './strike-each.ts';

strikeEach('the process rig', ProcessWorld.start, PROCESS_FAULTS);
