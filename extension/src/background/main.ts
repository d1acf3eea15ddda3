import browser from 'webextension-polyfill';
import contentScript from '../content/main.iife.ts?script';
import { browserName } from './browser-name.ts';
import { startExtension } from './extension.ts';

startExtension(browser, {
  contentScript,
  browser: browserName(navigator),
  now: () => Date.now(),
  steady: () => performance.now(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
}).catch((error: unknown) => console.error('MCP GUI Bridge could not start:', error));
