import { WINDOWS_URI } from '@mcp-gui-bridge/page-sdk/protocol';
import { findWindow, openExtra, openModal, TITLES, toolOf } from '../application.ts';
import { type Check, demand, given, shown } from '../check.ts';
import { isRecord } from '../connection.ts';
import { nameParts, outcomeOf, records, type SeenAnswer } from '../seen.ts';
import type { Session } from '../session.ts';

async function refresh(session: Session): Promise<SeenAnswer> {
  return session.act(toolOf(await session.windowNamed(TITLES.a), 'refresh'));
}

async function rejected(session: Session): Promise<SeenAnswer> {
  const name = toolOf(await session.windowNamed(TITLES.a), 'submit');
  const answer = await session.call(name, { recipient: '', amount: -1 });
  given(answer.failed && answer.response.error === undefined, `${outcomeOf(answer)}, which 7.3-1 is about`);
  return answer;
}

/** §12 Implementation mapping. */
export const SECTION_12: readonly Check[] = [
  {
    id: '12.1-1',
    section: '12.1',
    level: 'MUST',
    text: 'resources/list lists one resource, app://windows (also §4.1).',
    windowless: true,
    run: async (session) => {
      const resources = records((await session.request('resources/list')).result?.['resources']);
      const uris = resources.map(({ uri }) => uri);
      demand(uris.length === 1 && uris[0] === WINDOWS_URI, `it lists ${shown(uris)}`);
    },
  },
  {
    id: '12.2-1',
    section: '12.2',
    level: 'MUST',
    text: 'resources/read returns a single content with the uri app://windows.',
    run: async (session) => {
      const { response } = await session.read();
      const contents = records(response.result?.['contents']);
      demand(contents.length === 1, `${contents.length} contents`);
      demand(contents[0]?.['uri'] === WINDOWS_URI, `the uri is ${shown(contents[0]?.['uri'])}`);
    },
  },
  {
    id: '12.2-2',
    section: '12.2',
    level: 'MUST',
    text: 'The content of resources/read is text of the type application/json.',
    run: async (session) => {
      const [content] = records((await session.read()).response.result?.['contents']);
      demand(content?.['mimeType'] === 'application/json', `mimeType is ${shown(content?.['mimeType'])}`);
      demand(typeof content['text'] === 'string', 'it has no text');
    },
  },
  {
    id: '12.3-1',
    section: '12.3',
    level: 'MUST',
    text: 'On success structuredContent is the result object, and isError is omitted or false (also §5.4).',
    run: async (session) => {
      const { response } = await refresh(session);
      const { structuredContent, isError } = response.result ?? {};
      demand(isRecord(structuredContent), `structuredContent is ${shown(structuredContent)}`);
      demand(isError === undefined || isError === false, `isError is ${shown(isError)}`);
    },
  },
  {
    id: '12.3-2',
    section: '12.3',
    level: 'MUST',
    text: 'On failure structuredContent is the error object (also §5.4).',
    run: async (session) => {
      const { response } = await rejected(session);
      const { structuredContent: error } = response.result ?? {};
      demand(isRecord(error) && typeof error['code'] === 'string', `structuredContent is ${shown(error)}`);
    },
  },
  {
    id: '12.3-3',
    section: '12.3',
    level: 'SHOULD',
    text: 'content is a single text.',
    run: async (session) => {
      for (const { response } of [await refresh(session), await rejected(session)]) {
        const content = response.result?.['content'];
        const [first, ...more] = records(content);
        demand(first?.['type'] === 'text' && more.length === 0, `content is ${shown(content)}`);
      }
    },
  },
  {
    id: '12.3-4',
    section: '12.3',
    level: 'MUST',
    text: 'A tool that returns something declares an outputSchema.',
    run: async (session) => {
      const a = await session.windowNamed(TITLES.a);
      const data = await session.windowNamed(TITLES.data);
      const returning = [toolOf(a, 'quote'), toolOf(data, 'load_rows')];
      for (const { name, raw } of (await session.tools()).filter((tool) => returning.includes(tool.name))) {
        demand(isRecord(raw['outputSchema']), `outputSchema of ${name} is ${shown(raw['outputSchema'])}`);
      }
    },
  },
  {
    id: '12.4-1',
    section: '12.4',
    level: 'MUST',
    text: 'Every id in operableWindowIds is that of a window.',
    run: async (session) => {
      const snapshot = await session.read();
      const unknown = snapshot.operable.find((id) => findWindow(snapshot, id) === undefined);
      demand(unknown === undefined, `${shown(unknown)} is operable, but no window`);
    },
  },
  {
    id: '12.4-2',
    section: '12.4',
    level: 'MUST',
    text: 'Every ownerId is the id of a window.',
    run: async (session) => {
      const { a, modal } = await openModal(session);
      demand(modal.ownerId === a.id, `the modal of ${a.id} has the ownerId ${shown(modal.ownerId)}`);
      const snapshot = await session.read();
      const orphan = snapshot.windows.find(
        ({ ownerId }) => ownerId !== null && findWindow(snapshot, ownerId) === undefined,
      );
      demand(orphan === undefined, `the owner ${shown(orphan?.ownerId)} of "${orphan?.title}" is no window`);
    },
  },
  {
    id: '12.4-3',
    section: '12.4',
    level: 'MUST',
    text: 'Every id in openedWindowIds is that of a window.',
    run: async (session) => {
      const { structured } = await session.actApp('open_window');
      const { openedWindowIds } = structured;
      const snapshot = await session.read();
      const ids: readonly unknown[] = Array.isArray(openedWindowIds) ? openedWindowIds : [];
      const unknown = ids.find((id) => findWindow(snapshot, String(id)) === undefined);
      demand(unknown === undefined, `${shown(unknown)} was opened, but is no window`);
    },
  },
  {
    id: '12.4-4',
    section: '12.4',
    level: 'MUST',
    text: 'The winId in every tool name is the id of a window, or app for actions that belong to none.',
    run: async (session) => {
      const { windows } = await session.read();
      const owners = (await session.toolNames()).flatMap((name) => nameParts(name)?.owner ?? []);
      const unknown = owners.find((owner) => owner !== 'app' && windows.every(({ id }) => id !== owner));
      demand(unknown === undefined, `there are tools of ${shown(unknown)}, which is no window`);
    },
  },
  {
    id: '12.4-5',
    section: '12.4',
    level: 'MUST',
    text: 'Window ids are name-safe: A-Z, a-z, 0-9, _ and - only (also §10.4).',
    run: async (session) => {
      const unsafe = (await session.read()).windows.find(({ id }) => !/^[A-Za-z0-9_-]+$/.test(id));
      demand(unsafe === undefined, `"${unsafe?.title}" has the id ${shown(unsafe?.id)}`);
    },
  },
  {
    id: '12.5-1',
    section: '12.5',
    level: 'MUST',
    text: 'A window that is closed is removed from windows.',
    run: async (session) => {
      const extra = await openExtra(session);
      await session.act(toolOf(extra, 'close'));
      demand(findWindow(await session.read(), extra.id) === undefined, `${extra.id} was closed and is still there`);
    },
  },
];
