import { ARCHIVE_SIZE, archiveLine, dateOf, LINES_PER_DAY } from './archive.ts';

export const PERIODS = ['week', 'month', 'quarter', 'year'] as const;
export type Period = (typeof PERIODS)[number];

/** One bar of the chart. */
export interface Bar {
  readonly label: string;
  readonly sales: number;
}

export interface Report {
  readonly period: Period;
  readonly bars: readonly Bar[];
  /** PNG of the chart as a data URL, drawn when the bars change. */
  readonly chart: string;
  /** Orders submitted in this session that the report takes in since its last refresh. */
  readonly taken: { readonly orders: number; readonly amount: number };
  /** First row of the page of the archive that the user looks at. */
  readonly offset: number;
}

export const PAGE_SIZE = 8;

const SHAPES: Record<Period, { bars: number; daysPerBar: number }> = {
  week: { bars: 7, daysPerBar: 1 },
  month: { bars: 30, daysPerBar: 1 },
  quarter: { bars: 13, daysPerBar: 7 },
  year: { bars: 12, daysPerBar: 30 },
};

const LABELS: Record<Period, Intl.DateTimeFormatOptions> = {
  week: { weekday: 'short' },
  month: { day: 'numeric', month: 'short' },
  quarter: { day: 'numeric', month: 'short' },
  year: { month: 'short' },
};

/** Sales of a period in the archive, oldest bar first; each label is the bar's first day. */
export function barsOf(period: Period): Bar[] {
  const { bars, daysPerBar } = SHAPES[period];
  const format = new Intl.DateTimeFormat('en-US', { ...LABELS[period], timeZone: 'UTC' });
  const sales = new Array<number>(bars).fill(0);
  const lines = Math.min(ARCHIVE_SIZE, bars * daysPerBar * LINES_PER_DAY);
  for (let index = 0; index < lines; index++) {
    const { daysAgo, amount } = archiveLine(index);
    const bar = Math.floor(daysAgo / daysPerBar);
    sales[bar] = (sales[bar] ?? 0) + amount;
  }
  return sales
    .map((total, bar) => ({
      label: format.format(dateOf((bar + 1) * daysPerBar - 1)),
      sales: Math.round(total * 100) / 100,
    }))
    .reverse();
}

/** Sales of all bars and of the orders of this session. */
export const totalOf = (report: Report): number =>
  report.bars.reduce((total, { sales }) => total + sales, report.taken.amount);

/** The highest bar; the first of equals. */
export const bestOf = (report: Report): Bar =>
  report.bars.reduce((best, bar) => (bar.sales > best.sales ? bar : best), { label: '', sales: -1 });

/** The nearest first row of a page that exists. */
export const clampOffset = (offset: number): number =>
  Math.max(
    0,
    Math.min(Math.floor(offset / PAGE_SIZE) * PAGE_SIZE, ARCHIVE_SIZE - (ARCHIVE_SIZE % PAGE_SIZE || PAGE_SIZE)),
  );
