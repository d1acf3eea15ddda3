import { MASK } from '@mcp-gui-bridge/page-sdk/protocol';
import type { FormField } from './json-schema-form.ts';
import type { Answer } from './tool-answers.ts';

/** One thing that the person did in the view. */
export interface Deed {
  readonly action: string;
  readonly where: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly answer: Answer;
}

/** Each telling replaces the one before, so it has the last ones all. */
export const DEEDS_TOLD = 10;

/** The arguments that a person filled in, as the model may know them: without what was typed into password fields. */
export function tellableArguments(fields: readonly FormField[], args: Deed['args']): Deed['args'] {
  const told = fields.map(({ name, input }): [string, unknown] => {
    const value = args[name];
    if (input.kind === 'group') return [name, tellableArguments(input.fields, Object(value))];
    return [name, input.kind === 'text' && input.type === 'password' && value !== '' ? MASK : value];
  });
  return { ...args, ...Object.fromEntries(told.filter(([name]) => Object.hasOwn(args, name))) };
}

const outcome = ({ answer }: Deed): string =>
  answer.ok ? answer.message : `refused (${answer.error.code}): ${answer.error.message}`;

/** One sentence for the model and for the person. */
export const deedSentence = (deed: Deed): string => `${deed.action} in ${deed.where}: ${outcome(deed)}`;

/** What the model is told of what the person did: `ui/update-model-context`. */
export function modelContext(deeds: readonly Deed[]) {
  const told = deeds.slice(-DEEDS_TOLD);
  const sentences = told.map((deed) => `- ${deedSentence(deed)}`);
  const text = `The person did this in the windows view, oldest first. Read app://windows before acting.\n${sentences.join('\n')}`;
  return {
    content: [{ type: 'text' as const, text }],
    structuredContent: {
      done: told.map(({ tool, args, answer }) => ({
        tool,
        arguments: args,
        ...(answer.ok ? { ok: true, message: answer.message } : { ok: false, code: answer.error.code }),
      })),
    },
  };
}
