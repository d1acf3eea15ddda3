import type { ViewDeclaration } from '@mcp-gui-bridge/page-sdk';
import client from './client.js?raw';
import invoice from './invoice.js?raw';
import picker from './picker.js?raw';
import style from './views.css?raw';

/** One self-contained document: it loads nothing, so it needs no entry in the host's policy. */
const viewDocument = (title: string, script: string): string =>
  `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title><style>${style}</style></head>
<body><main><p>Loading…</p></main><script>${client}\n${script}</script></body>
</html>
`;

/** Views that chat hosts show for the order desk (MCP Apps). Written against `postMessage` alone, as any front-end can. */
export const INVOICE_VIEW: ViewDeclaration = { html: viewDocument('Invoice', invoice), prefersBorder: true };
export const PICKER_VIEW: ViewDeclaration = { html: viewDocument('Order a line again', picker), prefersBorder: true };
