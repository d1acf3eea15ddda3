import type { Page } from 'puppeteer';

/** A form whose recipient the user types, a submit that awaits its own dialog, and actions that misbehave on purpose. */
export const openForm = (page: Page) =>
  page.evaluate(() => {
    const { createBridge, fields, ValidationError, ActionError } = window.sdk;
    const input = document.createElement('input');
    input.id = 'recipient';
    document.body.append(input);
    const bridge = createBridge({ name: 'Form' });
    const kept: Record<string, unknown> = { log: [] as string[], running: 0, most: 0 };
    window.kept = kept;
    const log = (text: string) => (kept['log'] as string[]).push(text);
    const strict = {
      type: 'object',
      properties: { n: { type: 'number' } },
      required: ['n'],
      additionalProperties: false,
    } as const;
    const form = bridge.openWindow({
      title: 'Form',
      blocks: [fields([{ label: 'Recipient', value: '' }])],
      actions: {
        set: {
          title: 'Set recipient',
          input: {
            type: 'object',
            properties: { recipient: { type: 'string', minLength: 1 } },
            required: ['recipient'],
          },
          output: strict,
          run: ({ recipient }: { recipient: string }) => {
            if (recipient === 'nobody') throw new ValidationError([{ field: 'recipient', error: 'Unknown person' }]);
            if (recipient === 'later') throw new ActionError('The server is closed');
            input.value = recipient;
            show();
            return { message: 'Recipient set', result: { n: recipient.length } };
          },
        },
        submit: {
          title: 'Submit',
          run: async () => {
            const confirmed = await new Promise<boolean>((resolve) => {
              const dialog = form.openModal({
                title: 'Confirm',
                actions: {
                  confirm: {
                    title: 'Confirm',
                    run: () => {
                      dialog.close();
                      resolve(true);
                    },
                  },
                },
              });
            });
            log(`submitted ${confirmed}`);
            form.update({ summary: 'Submitted' });
          },
        },
        locked: { title: 'Locked', available: 'Recipient cannot be empty', run: () => {} },
        slow: { title: 'Slow', timeoutMs: 1_000, output: strict, run: () => new Promise<void>(() => {}) },
        count: {
          title: 'Count',
          run: async () => {
            kept['running'] = (kept['running'] as number) + 1;
            kept['most'] = Math.max(kept['most'] as number, kept['running'] as number);
            const { port1, port2 } = new MessageChannel();
            await new Promise((resolve) => {
              port1.onmessage = resolve;
              port2.postMessage(0);
            });
            kept['running'] = (kept['running'] as number) - 1;
          },
        },
        work: {
          title: 'Work with progress',
          run: (
            _: unknown,
            call: { signal: AbortSignal; progress(done: number, total: number, message: string): void },
          ) => {
            call.progress(1, 2, 'half-way');
            return new Promise<void>((resolve) => {
              call.signal.addEventListener('abort', () => {
                log('aborted');
                resolve();
              });
            });
          },
        },
        leave: {
          title: 'Leave the page',
          input: { type: 'object', properties: { commit: { type: 'boolean' } } },
          run: ({ commit }: { commit?: boolean }, call: { commit(outcome: { message: string }): void }) => {
            if (commit) call.commit({ message: 'Saved' });
            location.href = '/lab.html?left';
            return new Promise<void>(() => {});
          },
        },
        spin: {
          title: 'Spin',
          timeoutMs: 1_000,
          run: () => {
            const until = performance.now() + 2_500;
            while (performance.now() < until);
            return { message: 'span' };
          },
        },
      },
    });
    const show = () => form.update({ blocks: [fields([{ label: 'Recipient', value: input.value }])] });
    input.addEventListener('input', show);
  });
