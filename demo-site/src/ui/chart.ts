import { roughMoney } from '../state/format.ts';
import type { Bar } from '../state/report.ts';

/** Colours of a chart, as CSS colours. */
export interface Palette {
  readonly background: string;
  readonly text: string;
  readonly line: string;
  readonly bar: string;
}

const LIGHT: Palette = { background: '#ffffff', text: '#4c5651', line: '#dcdcd3', bar: '#0b6b53' };
const MARGIN = { top: 12, right: 8, bottom: 26, left: 56 };
const GRID_LINES = 4;
const LABEL_WIDTH = 46;

/** A round number of dollars at or above `value`, so that grid lines fall on round numbers. */
export function roundUp(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return Math.ceil(value / unit / 0.4) * 0.4 * unit;
}

/** Paints the bars into a context whose unit is one CSS pixel. */
export function paintChart(
  context: CanvasRenderingContext2D,
  width: number,
  height: number,
  bars: readonly Bar[],
  palette: Palette,
): void {
  const top = roundUp(Math.max(...bars.map(({ sales }) => sales)));
  const plot = { width: width - MARGIN.left - MARGIN.right, height: height - MARGIN.top - MARGIN.bottom };
  const yOf = (sales: number) => MARGIN.top + plot.height * (1 - sales / top);
  context.fillStyle = palette.background;
  context.fillRect(0, 0, width, height);
  context.font = '12px system-ui, sans-serif';

  context.textAlign = 'right';
  context.textBaseline = 'middle';
  for (let i = 0; i <= GRID_LINES; i++) {
    const sales = (top / GRID_LINES) * i;
    context.fillStyle = palette.line;
    context.fillRect(MARGIN.left, Math.round(yOf(sales)), plot.width, 1);
    context.fillStyle = palette.text;
    context.fillText(roughMoney(sales), MARGIN.left - 8, yOf(sales));
  }

  const step = plot.width / bars.length;
  const every = Math.ceil(LABEL_WIDTH / step);
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  bars.forEach(({ label, sales }, i) => {
    const x = MARGIN.left + step * i;
    context.fillStyle = palette.bar;
    context.fillRect(x + step * 0.14, yOf(sales), step * 0.72, MARGIN.top + plot.height - yOf(sales));
    context.fillStyle = palette.text;
    if (i % every === 0) context.fillText(label, x + step / 2, height - 8);
  });
}

/** The chart as agents get it: always the same size and colours, whatever the user's screen is like. */
export function drawSharedChart(bars: readonly Bar[]): string {
  const canvas = Object.assign(document.createElement('canvas'), { width: 720, height: 280 });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw on a canvas');
  paintChart(context, canvas.width, canvas.height, bars, LIGHT);
  return canvas.toDataURL('image/png');
}

/** A canvas that paints its bars sharply at any size, and anew when size or colour scheme change. */
export function chartCanvas(): { element: HTMLCanvasElement; show(bars: readonly Bar[]): void } {
  const element = document.createElement('canvas');
  element.className = 'chart';
  element.role = 'img';
  let bars: readonly Bar[] = [];

  function paint(): void {
    const { width, height } = element.getBoundingClientRect();
    const context = element.getContext('2d');
    if (!context || width === 0 || bars.length === 0) return;
    element.width = Math.round(width * devicePixelRatio);
    element.height = Math.round(height * devicePixelRatio);
    context.scale(devicePixelRatio, devicePixelRatio);
    const style = getComputedStyle(element);
    const { backgroundColor: background, color: text, borderTopColor: line, accentColor: bar } = style;
    paintChart(context, width, height, bars, { background, text, line, bar });
  }

  new ResizeObserver(paint).observe(element);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', paint);
  return {
    element,
    show(next) {
      bars = next;
      paint();
    },
  };
}
