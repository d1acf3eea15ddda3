import { randomBytes } from 'node:crypto';
import type { ProcessId } from '@mcp-gui-bridge/page-sdk/protocol';

export const newProcessId = (): ProcessId => randomBytes(16).toString('hex');
