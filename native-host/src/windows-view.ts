import html from './mcp/views/dist/windows.html?raw';

/** The built-in view, one self-contained document; `vite build --mode view` makes it. */
export const WINDOWS_VIEW: string = html;
