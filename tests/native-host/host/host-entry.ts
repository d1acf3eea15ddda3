import { EXTENSION_ID } from '@mcp-gui-bridge/page-sdk/protocol';
import { runHost } from '../../../native-host/src/host/main.ts';

/** What `cli.js host --allow <id> "$@"` does, for tests that have no build. */
await runHost({ allow: [EXTENSION_ID], browserArguments: process.argv.slice(2), env: process.env });
