import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ARCHIVE_COLUMNS, ARCHIVE_SIZE, archiveLine, archiveRows } from '../../../demo-site/src/state/archive.ts';
import { findCustomer, searchCustomers } from '../../../demo-site/src/state/customer.ts';
import { barsOf } from '../../../demo-site/src/state/report.ts';

test('a row is the same whatever range it is read in', () => {
  fc.assert(
    fc.property(fc.nat(ARCHIVE_SIZE - 1), fc.nat(50), (offset, before) => {
      const start = Math.max(0, offset - before);
      expect(archiveRows(offset, 1)[0]).toEqual(archiveRows(start, before + 1)[offset - start]);
    }),
  );
});

test('every row has a value for every column, newest first', () => {
  const rows = archiveRows(0, ARCHIVE_SIZE);
  expect(rows).toHaveLength(50_000);
  expect(new Set(rows.map((row) => row.length))).toEqual(new Set([ARCHIVE_COLUMNS.length]));
  const dates = rows.map(([date]) => String(date));
  expect(dates).toEqual(dates.toSorted().reverse());
});

test('beyond the last row there is nothing', () => {
  expect(archiveRows(ARCHIVE_SIZE - 2, 10)).toHaveLength(2);
  expect(archiveRows(ARCHIVE_SIZE, 10)).toEqual([]);
});

test('bars add up to the archive lines of their period', () => {
  const week = Array.from({ length: 7 * 137 }, (_, i) => archiveLine(i).amount).reduce((a, b) => a + b, 0);
  expect(barsOf('week').reduce((total, { sales }) => total + sales, 0)).toBeCloseTo(week, 0);
  expect((['week', 'month', 'quarter', 'year'] as const).map((period) => barsOf(period).length)).toEqual([
    7, 30, 13, 12,
  ]);
});

test.each([
  ['cafe', ['Harbour Lights Café']],
  ['MALMO', ['Paper Lark']],
  ['ana kovac', ['Northwind Studio']],
  ['nobody', []],
])('searching "%s" finds %j, whatever case and accents', (query, names) => {
  expect(searchCustomers(query).map(({ name }) => name)).toEqual(names);
});

test('a customer is found by the whole name only', () => {
  expect(findCustomer(' harbour lights cafe ')?.city).toBe('Cork');
  expect(findCustomer('harbour')).toBeUndefined();
});
