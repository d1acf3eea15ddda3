import type { CallToolResult, Tool } from '@modelcontextprotocol/client';
import { useMemo, useState } from 'preact/hooks';
import type { AgentState } from '../session/agent-session.ts';
import type { TokenCounter } from '../state/token-counter.ts';
import { toolGroups, toolsForModel } from '../state/tool-groups.ts';
import { Panel, TokenCount } from './panel.tsx';
import { ToolItem } from './tool-item.tsx';

export type OnCall = (
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
  options: { readonly streamed: boolean },
) => Promise<CallToolResult | undefined>;

interface Props {
  readonly state: AgentState;
  readonly countTokens: TokenCounter;
  readonly onCall: OnCall;
}

/** What a host gives its model of each tool. */
const modelText = (tools: readonly Tool[]): string =>
  JSON.stringify(
    toolsForModel(tools).map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
  );

/** The tools that there are now, with a form for each. */
export function ToolsPanel({ state: { tools, snapshot }, countTokens, onCall }: Props) {
  const [filter, setFilter] = useState('');
  const text = useMemo(() => modelText(tools), [tools]);
  const wanted = filter.trim().toLowerCase();
  const groups = toolGroups(
    tools.filter(({ name, title = '' }) => `${name} ${title}`.toLowerCase().includes(wanted)),
    snapshot,
  );
  return (
    <Panel name="tools" title="Tools" aside={<TokenCount text={text} count={countTokens} />}>
      <label class="filter">
        <span class="visually-hidden">Find a tool</span>
        <input
          type="search"
          placeholder={`Find one of ${tools.length} tools`}
          value={filter}
          onInput={({ currentTarget }) => setFilter(currentTarget.value)}
        />
      </label>
      {groups.map(({ id, title, tools: own }) => (
        <section key={id} class="tool-group">
          <h3>{title}</h3>
          <ul>
            {own.map((tool) => (
              <ToolItem
                key={tool.name}
                tool={tool}
                version={snapshot.windows.find((window) => window.id === id)?.version}
                onCall={onCall}
              />
            ))}
          </ul>
        </section>
      ))}
    </Panel>
  );
}
