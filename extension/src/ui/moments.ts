const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const exact = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const seconds = new Intl.NumberFormat(undefined, { style: 'unit', unit: 'second', maximumFractionDigits: 1 });
const milliseconds = new Intl.NumberFormat(undefined, { style: 'unit', unit: 'millisecond' });

/** Hour and minute of a wall-clock time in ms. */
export const timeOf = (at: number): string => clock.format(at);

/** As `timeOf`, with seconds. */
export const exactTimeOf = (at: number): string => exact.format(at);

export const dayOf = (at: number): string => day.format(at);

/** How long something took. */
export const durationOf = (ms: number): string => (ms < 1_000 ? milliseconds.format(ms) : seconds.format(ms / 1_000));
