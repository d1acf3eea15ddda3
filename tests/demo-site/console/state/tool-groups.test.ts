import type { Tool } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';
import {
  refuseView,
  shortTitle,
  toolGroups,
  toolsForModel,
  viewUriOf,
} from '../../../../demo-site/console/state/tool-groups.ts';

const tool = (name: string, ui?: object, more: Partial<Tool> = {}): Tool => ({
  name,
  inputSchema: { type: 'object' },
  ...(ui && { _meta: { ui } }),
  ...more,
});
const APP_ONLY = tool('waaaaaaaaaa__page', { visibility: ['app'] });
const MODEL_ONLY = tool('waaaaaaaaaa__secret', { visibility: ['model'] });
const BOTH = tool('waaaaaaaaaa__show', { resourceUri: 'ui://x/y.html' });

test('tools stand under their window, their application or the server', () => {
  const snapshot = {
    operableWindowIds: [],
    windows: [
      { id: 'waaaaaaaaaa', appId: 'aaaaaaaaaaa', title: 'Editor', modal: false, ownerId: null, version: 1, blocks: [] },
    ],
    applications: [
      { id: 'aaaaaaaaaaa', name: 'Desk', origin: 'https://x.example', browser: 'b', state: 'live' as const },
    ],
  };
  const groups = toolGroups(
    [tool('app__call'), tool('app__aaaaaaaaaaa_new'), APP_ONLY, tool('wbbbbbbbbbb__x')],
    snapshot,
  );
  expect(groups.map(({ title, tools }) => [title, ...tools.map(({ name }) => name)])).toEqual([
    ['Helpers', 'app__call'],
    ['Desk (whole application)', 'app__aaaaaaaaaaa_new'],
    ['Editor', 'waaaaaaaaaa__page'],
    ['wbbbbbbbbbb', 'wbbbbbbbbbb__x'],
  ]);
});

describe('visibility', () => {
  test('the model is not given the tools that are for views alone', () => {
    expect(toolsForModel([APP_ONLY, MODEL_ONLY, BOTH])).toEqual([MODEL_ONLY, BOTH]);
  });

  test('views may call all others but those for the model alone', () => {
    const tools = [APP_ONLY, MODEL_ONLY, BOTH];
    expect(refuseView(tools, APP_ONLY)).toBeUndefined();
    expect(refuseView(tools, BOTH)).toBeUndefined();
    expect(refuseView(tools, MODEL_ONLY)).toContain('for the model alone');
    expect(refuseView(tools, { name: 'not_listed' })).toBeUndefined();
  });

  test('nor by the helper that calls any tool', () => {
    const call = (args?: Record<string, unknown>) =>
      refuseView([MODEL_ONLY, BOTH], { name: 'app__call', arguments: args });
    expect(call({ tool: MODEL_ONLY.name })).toContain('for the model alone');
    expect(call({ tool: BOTH.name })).toBeUndefined();
    expect(call({})).toBeUndefined();
    expect(call()).toBeUndefined();
  });
});

test('the URI of a view is found in both places, and only if it is one', () => {
  expect(viewUriOf(BOTH)).toBe('ui://x/y.html');
  expect(viewUriOf(tool('t', undefined, { _meta: { 'ui/resourceUri': 'ui://old/z.html' } }))).toBe('ui://old/z.html');
  expect(viewUriOf(tool('t', { resourceUri: 'https://x.example' }))).toBeUndefined();
  expect(viewUriOf(tool('t'))).toBeUndefined();
});

test('people are told the title without its place', () => {
  expect(shortTitle(tool('t', undefined, { title: 'Submit · Editor · localhost' }))).toBe('Submit');
  expect(shortTitle(tool('t'))).toBe('t');
});
