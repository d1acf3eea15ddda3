import { resolve } from 'node:path';

/** An absolute path in this workspace. */
export function inWorkspace(...path: string[]): string {
  return resolve(import.meta.dirname, '../..', ...path);
}

/** What `npm run build` leaves behind. */
export const BUILT = {
  cli: inWorkspace('native-host/dist/cli.js'),
  /** The build that may run on loopback sites from the start. */
  extension: inWorkspace('extension/dist/chromium-dev'),
  /** The build for people, in which no site is allowed from the start. */
  storeExtension: inWorkspace('extension/dist/chromium'),
  site: inWorkspace('demo-site/dist'),
};
