import * as z from 'zod';
import { journalOf, opens, TITLES, toolOf } from '../application.ts';
import { type Check, demand, given, shown } from '../check.ts';
import { isRecord } from '../connection.ts';
import { nameParts, outcomeOf, type SeenTool } from '../seen.ts';
import type { Session } from '../session.ts';
import { everyTool, hint, readable } from './listed-tools.ts';

const isApplicationTool = ({ name }: SeenTool) => nameParts(name)?.owner === 'app';

async function toolOfA(session: Session, action: string): Promise<SeenTool> {
  const name = toolOf(await session.windowNamed(TITLES.a), action);
  const tool = (await session.tools()).find((candidate) => candidate.name === name);
  given(tool !== undefined, `${name} is not listed, which 5.1-1 is about`);
  return tool;
}

const hintCheck = (index: number, name: string, action: string, what: string): Check => ({
  id: `5.6-${index}`,
  section: '5.6',
  level: 'SHOULD',
  text: `${what} is annotated with ${name}.`,
  run: async (session) => {
    const tool = await toolOfA(session, action);
    demand(hint(tool, name) === true, `annotations of ${tool.name} are ${shown(tool.raw['annotations'])}`);
  },
});

/** §5.4 to §5.6: what tools return, accept and say of themselves. */
export const SECTION_5_4: readonly Check[] = [
  {
    id: '5.4-1',
    section: '5.4',
    level: 'MUST',
    text: 'A tool returns only after its operation has taken effect, also when that takes time.',
    run: async (session) => {
      const label = session.unique();
      await session.act(toolOf(await session.windowNamed(TITLES.a), 'slow'), { label });
      const journal = journalOf(await session.windowNamed(TITLES.a));
      demand(journal.includes(`end ${label}`), `slow has returned, and the journal is ${shown(journal.slice(-3))}`);
    },
  },
  {
    id: '5.4-2',
    section: '5.4',
    level: 'MUST',
    text: 'openedWindowIds names every window that the operation opened or popped up.',
    run: async (session) => {
      let answered: unknown;
      const opened = await opens(session, async () => {
        answered = (await session.actApp('open_two')).structured['openedWindowIds'];
      });
      const told = Array.isArray(answered) ? answered : [];
      const missing = opened.find(({ id }) => !told.includes(id));
      demand(
        opened.length === 2 && missing === undefined,
        `${opened.length} windows opened, openedWindowIds is ${shown(answered)}`,
      );
    },
  },
  {
    id: '5.4-3',
    section: '5.4',
    level: 'SHOULD',
    text: 'A result carries a human-readable message.',
    run: async (session) => {
      const { structured } = await session.act(toolOf(await session.windowNamed(TITLES.a), 'refresh'));
      demand(readable(structured['message']), `message is ${shown(structured['message'])}`);
    },
  },
  {
    id: '5.4-4',
    section: '5.4',
    level: 'MUST',
    text: "result is an object of the shape that the tool's outputSchema defines.",
    run: async (session) => {
      const tool = await toolOfA(session, 'quote');
      const { structured, response } = await session.act(tool.name);
      const { result } = structured;
      demand(isRecord(result), `result is ${shown(result)}`);
      const { outputSchema } = tool.raw;
      given(isRecord(outputSchema), 'quote has no outputSchema, which 12.3-4 is about');
      const parsed = z.fromJSONSchema(outputSchema).safeParse(response.result?.['structuredContent'] ?? structured);
      const [issue] = parsed.error?.issues ?? [];
      demand(issue === undefined, `${issue?.path.join('.')}: ${issue?.message} in ${shown(structured)}`);
    },
  },
  {
    id: '5.4-5',
    section: '5.4',
    level: 'MUST',
    text: 'A result has no boolean flag for success: returning normally is success.',
    run: async (session) => {
      const { structured } = await session.act(toolOf(await session.windowNamed(TITLES.a), 'set_summary'), {
        value: session.unique(),
      });
      const flag = ['ok', 'success'].find((name) => typeof structured[name] === 'boolean');
      demand(flag === undefined, `the result is ${shown(structured)}`);
    },
  },
  {
    id: '5.4-6',
    section: '5.4',
    level: 'MUST',
    text: 'A failure goes through isError: true.',
    run: async (session) => {
      const answer = await session.call(toolOf(await session.windowNamed(TITLES.a), 'submit'), {
        recipient: '',
        amount: -1,
      });
      demand(answer.failed, outcomeOf(answer));
      demand(answer.response.result?.['isError'] === true, `isError is ${shown(answer.response.result?.['isError'])}`);
    },
  },
  {
    id: '5.5-1',
    section: '5.5',
    level: 'SHOULD',
    text: 'Write operations of windows accept the optional parameter expectedVersion.',
    run: async (session) => {
      const writing = (await session.tools()).filter(
        (tool) => !isApplicationTool(tool) && nameParts(tool.name) !== undefined && hint(tool, 'readOnlyHint') !== true,
      );
      for (const { name, raw } of writing) {
        const schema = isRecord(raw['inputSchema']) ? raw['inputSchema'] : {};
        const { properties, required } = schema;
        const there = isRecord(properties) && isRecord(properties['expectedVersion']);
        demand(there, `the input schema of ${name} has no expectedVersion`);
        const optional = !Array.isArray(required) || !required.includes('expectedVersion');
        demand(optional, `${name} requires expectedVersion`);
      }
    },
  },
  {
    id: '5.6-1',
    section: '5.6',
    level: 'SHOULD',
    text: "Every tool carries MCP's annotations.",
    run: (session) => everyTool(session, 'annotations', ({ annotations }) => isRecord(annotations)),
  },
  hintCheck(2, 'readOnlyHint', 'refresh', 'An operation that changes nothing'),
  hintCheck(3, 'destructiveHint', 'discard', 'An operation that cannot be undone'),
  hintCheck(4, 'idempotentHint', 'set_field', 'An operation that may be repeated safely'),
  hintCheck(5, 'openWorldHint', 'quote', 'An operation that reaches beyond the application'),
];
