import { BrowserWorld } from './browser-rig/browser-world.ts';
import { RESTART_FAULTS } from './browser-rig/restart-faults.ts';
import { strikeEach } from './strike-each.ts';

strikeEach('whole browsers', BrowserWorld.start, RESTART_FAULTS);
