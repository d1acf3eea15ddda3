import type { Tool } from '@modelcontextprotocol/client';
import { useId, useState } from 'preact/hooks';
import { isHiddenFromModel, shortTitle, viewUriOf } from '../state/tool-groups.ts';
import { JsonText } from './json-text.tsx';
import { ToolForm } from './tool-form.tsx';
import type { OnCall } from './tools-panel.tsx';

interface Props {
  readonly tool: Tool;
  /** Version of the tool's window. */
  readonly version: number | undefined;
  readonly onCall: OnCall;
}

function Marks({ tool }: { readonly tool: Tool }) {
  const { readOnlyHint, destructiveHint } = tool.annotations ?? {};
  return (
    <span class="chips">
      {viewUriOf(tool) !== undefined && <span class="chip good">view</span>}
      {isHiddenFromModel(tool) && <span class="chip warn">hidden from the model</span>}
      {readOnlyHint === true && <span class="chip">reads</span>}
      {destructiveHint === true && <span class="chip bad">destructive</span>}
    </span>
  );
}

/** One tool; its form is there when it is opened. */
export function ToolItem({ tool, version, onCall }: Props) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <li class={isOpen ? 'tool open' : 'tool'}>
      <button
        type="button"
        class="tool-name"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <span>{shortTitle(tool)}</span>
        <Marks tool={tool} />
        <code>{tool.name}</code>
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen && (
          <>
            <p class="quiet">{tool.description}</p>
            <ToolForm tool={tool} version={version} onCall={onCall} />
            <details>
              <summary>Definition</summary>
              <JsonText value={tool} />
            </details>
          </>
        )}
      </div>
    </li>
  );
}
