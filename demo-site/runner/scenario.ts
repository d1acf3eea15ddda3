import type { Snapshot, SnapshotWindow } from '@mcp-gui-bridge/page-sdk/protocol';
import type { Agent } from './agent.ts';
import { narrator } from './narrator.ts';
import { playViews } from './play-views.ts';
import type { Printer } from './printer.ts';
import { done, expectThat, refused, ScenarioError } from './scenario-checks.ts';

export interface Stage {
  agent: Agent;
  printer: Printer;
  /** Opens the second document, `maintenance.html`. */
  openStockRoom(): Promise<void>;
}

/**
 * Appendix A of the protocol, beside it one write that is refused for each of the six error codes, and what a chat host
 * does to show the application's own views. Throws `ScenarioError` at the first step that goes another way.
 */
export async function playScenario(stage: Stage): Promise<void> {
  await playOrder(stage);
  await playViews(stage);
  await playTimeout(stage);
}

async function playOrder({ agent, printer }: Stage): Promise<void> {
  const { read, call } = narrator({ agent, printer });
  printer.heading('Order Editor and Report Details are open and operable');
  const [editor, report] = await agent.waitFor(
    'Order Editor and Report Details, both operable',
    (windows) => operablePair(windows, 'Order Editor', 'Report Details'),
    20_000,
  );
  await read();

  printer.heading('Writes that the application refuses');
  refused(await call(`${editor.id}__submit`), 'action_not_available');
  const invalid = refused(await call(`${editor.id}__set_fields`, { amount: -5 }), 'validation_failed');
  expectThat(invalid.fields?.[0]?.field === 'amount', 'The refusal did not name the field "amount".');

  printer.heading('The agent fills in the order');
  const { version } = windowOf(await agent.readWindows(), editor.id);
  const order = { recipient: 'Alice Example', amount: 250 };
  done(await call(`${editor.id}__set_fields`, { ...order, expectedVersion: version }));
  const stale = refused(
    await call(`${editor.id}__set_fields`, { note: 'late', expectedVersion: version }),
    'stale_state',
  );
  expectThat((stale.currentVersion ?? 0) > version, 'The refusal did not carry the newer version.');

  printer.heading('Order Editor submits, Confirm order pops up');
  const submitted = done(await call(`${editor.id}__submit`));
  const [dialogId] = submitted.openedWindowIds;
  if (dialogId === undefined) throw new ScenarioError('Submitting opened no dialog.');
  const blocked = await read();
  expectThat(windowOf(blocked, dialogId).ownerId === editor.id, 'The dialog does not belong to Order Editor.');
  expectThat(blocked.operableWindowIds.includes(dialogId), 'The dialog is not operable.');
  expectThat(!blocked.operableWindowIds.includes(editor.id), 'Order Editor is still operable under its dialog.');
  expectThat(blocked.operableWindowIds.includes(report.id), 'Report Details is blocked by a dialog of another window.');
  const refusal = refused(await call(`${editor.id}__set_fields`, { note: 'now?' }), 'blocked_by_modal');
  expectThat(refusal.blockedBy?.id === dialogId, 'The refusal did not name the dialog.');

  printer.heading('Confirm order confirms, Order Editor is operable again');
  done(await call(`${dialogId}__confirm`));
  await agent.waitFor('Order Editor operable again, with a success notice', (windows) =>
    windows.operableWindowIds.includes(editor.id) && hasSuccess(windowOf(windows, editor.id)) ? true : undefined,
  );
  await read();
  refused(await call(`${dialogId}__confirm`), 'window_not_found');
}

/** The second document's action takes longer than it may and ignores that it was told to stop. */
async function playTimeout({ agent, printer, openStockRoom }: Stage): Promise<void> {
  const { read, call } = narrator({ agent, printer });
  printer.heading('A second document, whose action ignores its deadline of 1 s');
  await openStockRoom();
  const [stock] = await agent.waitFor('Stock index, operable', (windows) =>
    operablePair(windows, 'Stock index', 'Stock index'),
  );
  const late = refused(await call(`${stock.id}__rebuild_index`), 'action_timeout');
  expectThat(late.outcome === 'unknown', 'A call that was stopped half-way does not say that its outcome is unknown.');
  const busy = await read();
  expectThat(!busy.operableWindowIds.includes(stock.id), 'A document that does not answer still counts as operable.');
  const early = refused(await call(`${stock.id}__count_items`), 'action_not_available');
  expectThat(early.reason === 'unresponsive', 'The refusal does not say that the page is unresponsive.');

  printer.heading('It comes to its end after all, and is operable again');
  await agent.waitFor('Stock index operable again', (windows) =>
    windows.operableWindowIds.includes(stock.id) ? true : undefined,
  );
  await read();
  done(await call(`${stock.id}__count_items`));
}

function operablePair(
  { windows, operableWindowIds }: Snapshot,
  first: string,
  second: string,
): [SnapshotWindow, SnapshotWindow] | undefined {
  const find = (title: string) =>
    windows.find((window) => window.title.startsWith(title) && operableWindowIds.includes(window.id));
  const a = find(first);
  const b = find(second);
  return a !== undefined && b !== undefined ? [a, b] : undefined;
}

function windowOf(snapshot: Snapshot, id: string): SnapshotWindow {
  const window = snapshot.windows.find((candidate) => candidate.id === id);
  if (window === undefined) throw new ScenarioError(`Window ${id} is missing from app://windows.`);
  return window;
}

function hasSuccess(window: SnapshotWindow): boolean {
  return window.blocks.some((block) => block.type === 'notice' && block.severity === 'success');
}
