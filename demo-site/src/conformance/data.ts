import { type Bridge, pagedTable } from '@mcp-gui-bridge/page-sdk';

const ROWS = 5_000;

const rows = (offset: number, count: number): [number, number][] =>
  Array.from({ length: count }, (_, index) => [offset + index, (offset + index) ** 2]);

/** "Conformance data": a table too large for state, and the action that loads any range of it (protocol §9). */
export function openData(bridge: Bridge): void {
  const { block, actions } = pagedTable({
    columns: ['Number', 'Square'],
    total: ROWS,
    rows: rows(0, 5),
    load: (offset, limit) => rows(offset, limit),
  });
  bridge.openWindow({
    title: 'Conformance data',
    summary: `The first of ${ROWS} squares; load_rows gives the others`,
    blocks: [block],
    actions,
  });
}
