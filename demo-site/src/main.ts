import { createBridge } from '@mcp-gui-bridge/page-sdk';
import { createDesk } from './state/desk.ts';
import { createWorkerClock } from './time/worker-clock.ts';
import { agentStrip } from './ui/agent-strip.ts';
import { appShell } from './ui/app-shell.ts';
import { drawSharedChart } from './ui/chart.ts';
import { isTyping } from './ui/typing.ts';
import { appActions } from './windows/app-actions.ts';
import { publishWindows } from './windows/publish-windows.ts';

const desk = createDesk({
  clock: createWorkerClock(),
  drawChart: drawSharedChart,
  isUserEditing: () => isTyping('.editors'),
});

const bridge = createBridge({ name: 'Order desk', actions: appActions(desk) });
publishWindows(bridge, desk);

const shell = appShell(desk, agentStrip(bridge));
document.body.append(shell.element);
shell.render(desk.store.state);
desk.store.subscribe(shell.render);
