import { ARCHIVE_COLUMNS, ARCHIVE_SIZE, archiveRows } from '../state/archive.ts';
import type { Desk } from '../state/desk.ts';
import { count, money } from '../state/format.ts';
import { PAGE_SIZE, PERIODS, type Period, type Report, totalOf } from '../state/report.ts';
import { chartText } from '../windows/report-details.ts';
import { chartCanvas } from './chart.ts';
import { field } from './field.ts';
import { button, panel } from './panel.ts';
import { h, onNewValue, type View } from './view.ts';

const NUMBER_COLUMNS = new Set(['Quantity', 'Amount']);

/** The report: the window "Report Details". */
export function reportPanel(desk: Desk): View<Report> {
  const { element, body } = panel('Report Details', 'report', button('Refresh', 'secondary small', desk.refreshReport));
  element.id = 'report';
  const periods = periodChoice(desk);
  const total = h('p', { className: 'figure' });
  const taken = h('p', { className: 'hint' });
  const chart = chartCanvas();
  const archive = archiveTable(desk);
  body.append(periods.element, h('div', { role: 'status' }, total, taken), chart.element, archive.element);
  const showChart = onNewValue((bars: Report['bars']) => chart.show(bars));

  return {
    element,
    render(report) {
      periods.render(report.period);
      total.textContent = money(totalOf(report));
      const { orders } = report.taken;
      taken.textContent =
        orders === 0 ? `Sales, last ${report.period}` : `Sales, last ${report.period}, with ${orders} of this session`;
      showChart(report.bars);
      chart.element.ariaLabel = chartText(report);
      archive.render(report.offset);
    },
  };
}

function periodChoice(desk: Desk): View<Period> {
  const choices = PERIODS.map((period) => {
    const radio = h('input', { type: 'radio', name: 'period', value: period, onchange: () => desk.setPeriod(period) });
    return { radio, label: h('label', {}, radio, h('span', {}, period)) };
  });
  return {
    element: h(
      'fieldset',
      { className: 'segments' },
      h('legend', { className: 'visually-hidden' }, 'Period'),
      ...choices.map(({ label }) => label),
    ),
    render(period) {
      for (const { radio } of choices) radio.checked = radio.value === period;
    },
  };
}

function archiveTable(desk: Desk): View<number> {
  const rows = h('tbody');
  const head = h(
    'tr',
    {},
    ...ARCHIVE_COLUMNS.map((label) =>
      h('th', { scope: 'col', className: NUMBER_COLUMNS.has(label) ? 'number' : '' }, label),
    ),
  );
  const caption = h('caption', {}, `Archive of ${count(ARCHIVE_SIZE)} order lines, newest first`);
  const scroller = h('div', { className: 'scroller', tabIndex: 0, role: 'group', ariaLabel: 'Archive' });
  scroller.append(h('table', {}, caption, h('thead', {}, head), rows));

  const offsetNow = () => desk.store.state.report.offset;
  const previous = button('Previous', 'secondary small', () => desk.showRows(offsetNow() - PAGE_SIZE));
  const next = button('Next', 'secondary small', () => desk.showRows(offsetNow() + PAGE_SIZE));
  const range = h('span', { role: 'status', className: 'number' });
  const goTo = field('Go to row', h('input', { inputMode: 'numeric', autocomplete: 'off' }), 'inline');
  goTo.control.addEventListener('change', () => {
    const row = Number(goTo.control.value);
    const fine = Number.isInteger(row) && row >= 1 && row <= ARCHIVE_SIZE;
    goTo.setError(fine || goTo.control.value === '' ? '' : `Enter a number from 1 to ${count(ARCHIVE_SIZE)}`);
    if (fine) desk.showRows(row - 1);
  });

  const renderPage = onNewValue((offset: number) => {
    const page = archiveRows(offset, PAGE_SIZE);
    rows.replaceChildren(...page.map(archiveRow));
    range.textContent = `${count(offset + 1)}–${count(offset + page.length)} of ${count(ARCHIVE_SIZE)}`;
    previous.disabled = offset === 0;
    next.disabled = offset + page.length >= ARCHIVE_SIZE;
  });
  return {
    element: h(
      'div',
      {},
      scroller,
      h('nav', { className: 'pager', ariaLabel: 'Pages of the archive' }, previous, range, next, goTo.element),
    ),
    render: renderPage,
  };
}

function archiveRow(cells: readonly (string | number)[]): HTMLTableRowElement {
  return h(
    'tr',
    {},
    ...cells.map((cell, i) => {
      const column = ARCHIVE_COLUMNS[i] ?? '';
      const text = column === 'Amount' ? money(Number(cell)) : String(cell);
      return h('td', { className: NUMBER_COLUMNS.has(column) ? 'number' : '' }, text);
    }),
  );
}
