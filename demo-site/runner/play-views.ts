import * as z from 'zod';
import type { Agent } from './agent.ts';
import { narrator } from './narrator.ts';
import type { Printer } from './printer.ts';
import { done, expectThat, refused, ScenarioError } from './scenario-checks.ts';

const VIEW_MIME_TYPE = 'text/html;profile=mcp-app';

/** `_meta.ui` of a tool, as MCP Apps hosts read it. */
const ToolUi = z.object({ resourceUri: z.string().optional(), visibility: z.array(z.string()).optional() });
type ToolUi = z.infer<typeof ToolUi>;

async function uiOf(agent: Agent, action: string): Promise<{ name: string; ui: ToolUi }> {
  const { tools } = await agent.client.listTools();
  const tool = tools.find(({ name }) => name.endsWith(`__${action}`));
  if (tool === undefined) throw new ScenarioError(`The tool for "${action}" is not listed.`);
  return { name: tool.name, ui: ToolUi.parse(tool._meta?.['ui'] ?? {}) };
}

/** MCP Apps: what a chat host does to show the order desk's own views, and what a view does through it. */
export async function playViews({
  agent,
  printer,
}: {
  readonly agent: Agent;
  readonly printer: Printer;
}): Promise<void> {
  const { call } = narrator({ agent, printer });

  const readView = async (uri: string | undefined): Promise<void> => {
    if (uri === undefined) throw new ScenarioError('The tool has no view.');
    const { contents } = await agent.client.readResource({ uri });
    const [content] = contents;
    const text = content !== undefined && 'text' in content ? content.text : '';
    expectThat(content?.mimeType === VIEW_MIME_TYPE, `The view is "${content?.mimeType}", not "${VIEW_MIME_TYPE}".`);
    expectThat(text.startsWith('<!doctype html>'), 'The view is not an HTML document.');
    expectThat(content?._meta?.['ui'] !== undefined, 'The policy is missing from the contents of the view.');
    printer.step(`read ${uri}`, `${content?.mimeType}, ${text.length} characters`);
  };

  printer.heading('A chat shows the invoice in a view of the application’s own');
  const invoice = await uiOf(agent, 'show_invoice');
  await readView(invoice.ui.resourceUri);
  done(await call(invoice.name));

  printer.heading('Its picker turns pages through a tool that is hidden from the model');
  const picker = await uiOf(agent, 'pick_line');
  await readView(picker.ui.resourceUri);
  done(await call(picker.name));
  const page = await uiOf(agent, 'archive_page');
  expectThat(page.ui.visibility?.join() === 'app', 'The paging tool is not for views alone.');
  done(await call(page.name, { offset: 6 }));
  const hidden = refused(
    await call('app__call', { tool: page.name, arguments: { offset: 6 } }),
    'action_not_available',
  );
  expectThat(hidden.reason === 'app_only', 'The refusal does not say that the tool is for views alone.');
}
