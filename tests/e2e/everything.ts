/** For a page: declares windows with each kind of block, a modal chain, and actions of each kind. */
export function declareEverything(): void {
  const { createBridge, fields, text, custom, media, list, table, notice } = window.sdk;
  const bridge = createBridge({ name: 'Everything', actions: { sync: { title: 'Sync', run: () => undefined } } });
  const main = bridge.openWindow({
    title: 'Main <b>window</b>',
    summary: 'All there is',
    blocks: [
      text('Some text'),
      fields([
        { label: 'Name', value: 'Alice' },
        { label: 'Password', value: 'hunter2hunter2', sensitive: true },
      ]),
      table(['Product', 'Price'], [['Beans', 12]], { total: 40 }),
      list(['one', 'two'], { ordered: true }),
      notice('warn', 'Careful'),
      media('image/png', 'data:image/png;base64,AAAA', { alt: 'A chart' }),
      custom({ deep: ['<img src=x onerror=alert(1)>'] }),
    ],
    actions: {
      save: {
        title: 'Save',
        input: { type: 'object', properties: { password: { type: 'string' }, note: { type: 'string' } } } as const,
        run: () => ({ message: 'Saved it' }),
      },
      erase: { title: 'Erase', hints: { destructive: true }, run: () => undefined },
      later: { title: 'Later', available: 'Fill in the form first', run: () => undefined },
    },
  });
  bridge.openWindow({ title: 'Second' }).openModal({ title: 'Sure?' });
  window.kept = { main };
}
