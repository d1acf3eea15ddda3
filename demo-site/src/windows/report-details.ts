import { type Bridge, fields, media, pagedTable } from '@mcp-gui-bridge/page-sdk';
import * as z from 'zod';
import { ARCHIVE_COLUMNS, ARCHIVE_SIZE, archiveRows } from '../state/archive.ts';
import type { Desk } from '../state/desk.ts';
import { count, money } from '../state/format.ts';
import { bestOf, PERIODS, type Report, totalOf } from '../state/report.ts';
import { archivePicker } from './archive-picker.ts';
import type { WindowContent } from './window-content.ts';

/** The window shows the first rows; all 50,000 are there for whoever asks (protocol §9). */
const archive = pagedTable({
  columns: [...ARCHIVE_COLUMNS],
  total: ARCHIVE_SIZE,
  rows: archiveRows(0, 5),
  load: archiveRows,
  title: 'Load rows of the archive',
});

export function reportDetailsContent(report: Report): WindowContent {
  const best = bestOf(report);
  const total = money(totalOf(report));
  return {
    title: 'Report Details',
    summary: `Sales of the last ${report.period}: ${total}; archive of ${count(ARCHIVE_SIZE)} order lines`,
    blocks: [
      fields([
        { label: 'Period', value: report.period },
        { label: 'Sales', value: total },
        { label: 'Best', value: `${best.label}, ${money(best.sales)}` },
        { label: 'Orders of this session', value: report.taken.orders },
      ]),
      media('image/png', report.chart, { alt: chartText(report) }),
      archive.block,
    ],
  };
}

/** The chart in words, for whoever does not see it. */
export const chartText = (report: Report): string =>
  `Bar chart of sales, last ${report.period}: ${report.bars.map(({ label, sales }) => `${label} ${money(sales)}`).join(', ')}`;

export const openReportDetails = (bridge: Bridge, desk: Desk, content: WindowContent) =>
  bridge.openWindow({
    ...content,
    actions: {
      ...archive.actions,
      ...archivePicker(desk),
      set_period: {
        title: 'Set the period',
        input: z.object({ period: z.enum(PERIODS) }),
        hints: { idempotent: true },
        run: ({ period }) => {
          desk.setPeriod(period);
          return { message: `Shows the last ${period}` };
        },
      },
      refresh: {
        title: 'Refresh',
        description: 'Takes the orders submitted in this session into the report.',
        hints: { idempotent: true },
        run: () => {
          desk.refreshReport();
          return { message: 'The report is up to date' };
        },
      },
    },
  });
