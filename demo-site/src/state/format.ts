const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const plainNumber = new Intl.NumberFormat('en-US');

/** `$1,234.50` */
export const money = (amount: number): string => dollars.format(amount);

const roughDollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', notation: 'compact' });

/** `$1.2K` */
export const roughMoney = (amount: number): string => roughDollars.format(amount);

/** `50,000` */
export const count = (n: number): string => plainNumber.format(n);
