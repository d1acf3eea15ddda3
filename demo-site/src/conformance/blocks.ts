import { type Bridge, custom, fields, list, media, notice, table, text } from '@mcp-gui-bridge/page-sdk';

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** "Conformance blocks": one block of every kind (protocol §4.4), a sensitive field and a sensitive block (§4.5). */
export function openBlocks(bridge: Bridge): void {
  bridge.openWindow({
    title: 'Conformance blocks',
    summary: 'One block of every kind',
    blocks: [
      text('A paragraph'),
      fields([
        { label: 'Account', value: 'Ada' },
        { label: 'Password', value: 'violet-harbor-9172-kestrel', sensitive: true },
      ]),
      table(
        ['Product', 'Quantity'],
        [
          ['Mug', 2],
          ['Tea', 1],
        ],
      ),
      list(['First', 'Second'], { ordered: true }),
      notice('warn', 'A warning'),
      media('image/gif', PIXEL, { alt: 'One transparent pixel' }),
      custom({ nodes: 2, edges: 1 }),
      text('amber-lantern-4481-osprey', { sensitive: true }),
    ],
  });
}
