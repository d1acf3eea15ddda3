import { type CheckedMessage, checkMessage, type MessageUnion } from '@mcp-gui-bridge/page-sdk/protocol';

/** As `checkMessage`, from JSON text. */
export function readMessage<T>(union: MessageUnion<T>, text: string): CheckedMessage<T> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: 'a message must be JSON' };
  }
  return checkMessage(union, value);
}
