import { createBridge, type WindowHandle } from '@mcp-gui-bridge/page-sdk';
import { openBlocks } from './conformance/blocks.ts';
import { openData } from './conformance/data.ts';
import { appModal, extraWindow } from './conformance/dialogs.ts';
import { openEditor } from './conformance/editor.ts';
import { openSecond } from './conformance/second.ts';
import { agentStrip } from './ui/agent-strip.ts';
import { h } from './ui/view.ts';

/**
 * The application that the conformance kit operates: plain windows whose every change comes from an action. What a
 * server has to show is described in native-host/src/conformance/README.md.
 */
const bridge = createBridge({ name: 'Conformance' });
const editor = openEditor(bridge);
const second = openSecond(bridge);
openBlocks(bridge);
openData(bridge);

const opened = new Set<WindowHandle>();
const openExtra = () => {
  const extra: WindowHandle = bridge.openWindow(extraWindow(() => extra.close()));
  opened.add(extra);
};

bridge.setActions({
  reset: {
    title: 'Reset',
    description: 'Closes what was opened and shows everything as it was at the start.',
    hints: { idempotent: true },
    run: () => {
      for (const window of opened) window.close();
      opened.clear();
      editor.reset();
      second.reset();
      return { message: 'Everything is as it was at the start' };
    },
  },
  open_window: {
    title: 'Open a window',
    run: () => {
      openExtra();
      return { message: 'A window opened' };
    },
  },
  open_two: {
    title: 'Open two windows',
    description: 'Opens two windows and says so in the summary of Conformance A, in one step.',
    run: () => {
      openExtra();
      openExtra();
      editor.summarize('Two more windows are open');
      return { message: 'Two windows opened' };
    },
  },
  open_app_modal: {
    title: 'Open an app-level modal',
    run: () => {
      const modal: WindowHandle = bridge.openAppModal(appModal(() => modal));
      return { message: 'A modal that blocks the whole application opened' };
    },
  },
});

document.body.append(
  h(
    'div',
    { className: 'app' },
    h('header', { className: 'top' }, h('h1', {}, 'Conformance')),
    agentStrip(bridge),
    h(
      'main',
      { className: 'single' },
      h('p', {}, 'The conformance kit operates the windows of this page.'),
      editor.element,
    ),
  ),
);
