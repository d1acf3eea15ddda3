import type { CallAnswer, ErrorCode, ToolError } from '@mcp-gui-bridge/page-sdk/protocol';

/** A step of the scenario whose outcome was not the one the protocol promises. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError';
}

/** What a call came to, which had to be done. */
export function done(answer: CallAnswer): Extract<CallAnswer, { ok: true }>['value'] {
  if (!answer.ok) throw new ScenarioError(`Refused with ${answer.error.code}: ${answer.error.message}`);
  return answer.value;
}

/** Why a call was refused, which had to be, with that code. */
export function refused(answer: CallAnswer, code: ErrorCode): ToolError {
  if (answer.ok) throw new ScenarioError(`Was done, but had to be refused with ${code}.`);
  if (answer.error.code === code) return answer.error;
  throw new ScenarioError(`Refused with ${answer.error.code} instead of ${code}: ${answer.error.message}`);
}

/** @throws ScenarioError with the sentence */
export function expectThat(condition: boolean, otherwise: string): void {
  if (!condition) throw new ScenarioError(otherwise);
}
