import { ROWS, TITLES, toolOf } from '../application.ts';
import { type Check, demand, given, shown } from '../check.ts';
import { isRecord } from '../connection.ts';
import { records } from '../seen.ts';
import type { Session } from '../session.ts';

/** The read-only action of "Conformance data", and the last row of its table. */
async function loadLast(session: Session) {
  const name = toolOf(await session.windowNamed(TITLES.data), 'load_rows');
  return { name, offset: ROWS - 1 };
}

/** §9 Handling large data. */
export const SECTION_9: readonly Check[] = [
  {
    id: '9-1',
    section: '9',
    level: 'SHOULD',
    text: 'State holds only the overview of large data.',
    run: async (session) => {
      const { blocks } = await session.windowNamed(TITLES.data);
      const rows = records(blocks).flatMap((block) => (Array.isArray(block['rows']) ? [block['rows'].length] : []));
      const most = Math.max(0, ...rows);
      demand(most < ROWS / 2, `${most} of ${ROWS} rows of "${TITLES.data}" are in app://windows`);
    },
  },
  {
    id: '9-2',
    section: '9',
    level: 'SHOULD',
    text: "Complete data is fetched through the window's tool: it is in the returned result.",
    run: async (session) => {
      const { name, offset } = await loadLast(session);
      const { structured } = await session.act(name, { offset, limit: 1 });
      const { result } = structured;
      const rows: unknown = isRecord(result) ? result['rows'] : undefined;
      demand(Array.isArray(rows) && rows.length === 1, `the row ${ROWS} was asked for; the result is ${shown(result)}`);
    },
  },
  {
    id: '9-3',
    section: '9',
    level: 'SHOULD',
    text: 'The tool that loads large data is marked readOnlyHint.',
    run: async (session) => {
      const { name } = await loadLast(session);
      const tool = (await session.tools()).find((candidate) => candidate.name === name);
      given(tool !== undefined, `${name} is not listed`);
      const { annotations } = tool.raw;
      demand(isRecord(annotations) && annotations['readOnlyHint'] === true, `annotations are ${shown(annotations)}`);
    },
  },
];
