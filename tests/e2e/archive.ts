import type { Page } from 'puppeteer';
import type { Agent } from '../../demo-site/runner/agent.ts';

/**
 * Declares one window whose actions count how often they ran, one of each kind: `erase` is destructive, `look`
 * read-only, `save` neither, and `wait` goes on until `finishWaiting`.
 *
 * @returns the window's id
 */
export async function declareArchive(page: Page, agent: Agent, description = 'Deletes it for good'): Promise<string> {
  await page.evaluate((text) => {
    const ran: string[] = [];
    const bridge = window.sdk.createBridge({ name: 'Archive' });
    const action = (name: string, hints: { destructive?: boolean; readOnly?: boolean }) => ({
      title: `${name} the file`,
      description: text,
      hints,
      input: { type: 'object', properties: { id: { type: 'integer' }, note: { type: 'string' } } } as const,
      run: () => {
        ran.push(name);
        return { message: `${name} done` };
      },
    });
    const main = bridge.openWindow({
      title: 'Files',
      actions: {
        erase: action('erase', { destructive: true }),
        look: action('look', { readOnly: true }),
        save: action('save', {}),
        wait: {
          title: 'Wait',
          run: async () => {
            ran.push('wait begun');
            await new Promise<void>((resolve) => {
              window.kept['finish'] = resolve;
            });
            return { message: 'Waited' };
          },
        },
      },
    });
    window.kept = { ran, bridge, main };
  }, description);
  const { id } = await agent.waitFor('the archive', ({ windows }) => windows.find(({ title }) => title === 'Files'));
  return id;
}

/** The actions that ran, in order. */
export const ranIn = (page: Page): Promise<string[]> => page.evaluate(() => window.kept['ran'] as string[]);

/** Resolves once `wait` runs. */
export async function waitBegun(page: Page): Promise<void> {
  await page.waitForFunction(() => (window.kept['ran'] as string[]).includes('wait begun'), { polling: 100 });
}

export const finishWaiting = (page: Page): Promise<void> =>
  page.evaluate(() => (window.kept['finish'] as () => void)());
