import { demand, shown } from '../check.ts';
import { isRecord } from '../connection.ts';
import type { SeenTool } from '../seen.ts';
import type { Session } from '../session.ts';

/** Whether it is text with a word in it. */
export const readable = (text: unknown): boolean => typeof text === 'string' && /\p{L}{2}/u.test(text);

/** Demands of every listed tool, as it came, that one field of it fits. */
export async function everyTool(
  session: Session,
  what: string,
  fits: (raw: SeenTool['raw']) => boolean,
): Promise<void> {
  const wrong = (await session.tools()).find(({ raw }) => !fits(raw));
  demand(wrong === undefined, `${what} of ${wrong?.name} is ${shown(wrong?.raw[what])}`);
}

/** What a tool is annotated with. */
export function hint({ raw }: SeenTool, name: string): unknown {
  const { annotations } = raw;
  return isRecord(annotations) ? annotations[name] : undefined;
}
