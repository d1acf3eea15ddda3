import type { McpUiHostCapabilities } from '@modelcontextprotocol/ext-apps/app-bridge';
import type { ViewDocument } from './load-view.ts';

const EVERY_BLOCK = { text: {}, image: {}, audio: {}, resource: {}, resourceLink: {} };

/** What a view may ask of this host. The sandbox grants all that the view declares. */
export const hostCapabilities = ({ meta: { csp = {}, permissions = {} } }: ViewDocument): McpUiHostCapabilities => ({
  openLinks: {},
  downloadFile: {},
  serverTools: { listChanged: true },
  serverResources: {},
  logging: {},
  sandbox: { csp, permissions },
  updateModelContext: { ...EVERY_BLOCK, structuredContent: {} },
  message: EVERY_BLOCK,
});
