import { RELEASE_VERSION } from '@mcp-gui-bridge/page-sdk/protocol';
import { App } from '@modelcontextprotocol/ext-apps';
import { render } from 'preact';
import * as z from 'zod';
import { chatHost } from './chat-host.ts';
import { dress, surroundings } from './host-context.ts';
import { HostTransport } from './host-transport.ts';
import { WindowsSession } from './windows-session.ts';
import { WindowsView } from './windows-view.tsx';
import './windows.css';
import './forms.css';

const root = document.documentElement;
const place = document.querySelector('main');
if (place === null) throw new Error('The document has no <main>.');

const app = new App(
  { name: 'mcp-gui-bridge-windows', title: 'Windows', version: RELEASE_VERSION },
  { availableDisplayModes: ['inline', 'fullscreen', 'pip'] },
);
let early: Parameters<WindowsSession['show']>[0] | undefined;
let session: WindowsSession | undefined;
let only: readonly string[] | undefined;
let draw = () => {};

// Before `connect`: what a host sends first it sends once.
app.ontoolinput = ({ arguments: args }) => {
  const wanted = z.object({ windowIds: z.array(z.string()) }).safeParse(args);
  only = wanted.data?.windowIds;
  draw();
};
app.ontoolresult = (result) => {
  early = result;
  session?.show(result);
};
app.ontoolcancelled = () => void session?.follow();
app.onhostcontextchanged = () => {
  dress(root, app.getHostContext());
  draw();
};
app.onteardown = () => {
  session?.end();
  return {};
};
// An early draft of MCP Apps told of the end by a notification.
app.setNotificationHandler('ui/notifications/teardown', { params: z.looseObject({}).optional() }, () => session?.end());

await app.connect(new HostTransport(window.parent, window.parent));
dress(root, app.getHostContext());
const callTool =
  app.getHostCapabilities()?.serverTools &&
  ((name: string, args: Record<string, unknown>) => app.callServerTool({ name, arguments: args }));
const current = new WindowsSession(callTool);
session = current;
const host = chatHost(app);
draw = () =>
  render(
    <WindowsView session={current} host={host} surroundings={surroundings(app.getHostContext())} only={only} />,
    place,
  );
draw();
if (early) current.show(early);
void current.follow();
