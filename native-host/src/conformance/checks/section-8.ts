import { TITLES } from '../application.ts';
import { type Check, demand, given, shown } from '../check.ts';
import { RECOMMENDED_INSTRUCTIONS } from '../recommended-instructions.ts';
import { UPDATED } from '../session.ts';

const words = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** §8 Session lifecycle. */
export const SECTION_8: readonly Check[] = [
  {
    id: '8.1-1',
    section: '8.1',
    level: 'SHOULD',
    text: 'The instructions begin with the recommended text, unchanged; notes of the application come after it.',
    windowless: true,
    run: async ({ greeting: { instructions } }) => {
      given(instructions !== undefined && instructions !== '', 'there are no instructions, which 3-3 is about');
      const [wanted, got] = [words(RECOMMENDED_INSTRUCTIONS), words(instructions)];
      let at = 0;
      while (at < wanted.length && wanted[at] === got[at]) at++;
      demand(got.startsWith(wanted), `they differ from the text at character ${at}: ${shown(got.slice(at, at + 60))}`);
    },
  },
  {
    id: '8.3-1',
    section: '8.3',
    level: 'MUST',
    text: 'A change that affects several windows is told when all of it has taken effect: one read on the first notification is consistent.',
    run: async (session) => {
      const before = await session.read();
      const name = await session.applicationTool('open_two');
      const since = await session.quiet();
      const call = session.call(name);
      const told = await session.told(UPDATED, since);
      const { windows } = await session.read();
      await call;
      given(told, 'nothing was told, which other checks are about');
      const opened = windows.filter(({ id }) => before.windows.every((window) => window.id !== id));
      const summary = windows.find(({ title }) => title === TITLES.a)?.summary;
      const same = before.windows.find(({ title }) => title === TITLES.a)?.summary === summary;
      demand(
        opened.length === 2 && !same,
        `at the first notification ${opened.length} of 2 windows were there and the summary of "${TITLES.a}" was ${same ? 'the old' : 'the new'} one`,
      );
    },
  },
];
