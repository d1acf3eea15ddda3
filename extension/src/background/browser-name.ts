interface Brand {
  readonly brand: string;
  readonly version: string;
}

/** The navigator, with what only Chromium browsers tell of themselves. */
export interface NavigatorLike {
  readonly userAgent: string;
  readonly userAgentData?: { readonly brands: readonly Brand[] };
}

/** What to call this browser: its brand and major version, as in "Google Chrome 156". */
export function browserName({ userAgent, userAgentData }: NavigatorLike): string {
  // Chromium mixes a made-up brand in, so that nobody relies on the list.
  const brands = userAgentData?.brands.filter(({ brand }) => !/not.?a.?brand/i.test(brand)) ?? [];
  const best = brands.find(({ brand }) => brand !== 'Chromium') ?? brands[0];
  if (best) return `${best.brand} ${best.version}`.slice(0, 80);
  const [, name, version] = /(Firefox|Edg|Chrome|Safari)\/(\d+)/.exec(userAgent) ?? [];
  return name ? `${name} ${version}` : 'Browser';
}
