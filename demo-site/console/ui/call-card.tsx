import { CallAnswer } from '@mcp-gui-bridge/page-sdk/protocol';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { useId } from 'preact/hooks';
import type { ConsoleCall } from '../session/calls.ts';
import type { TokenCounter } from '../state/token-counter.ts';
import { shortTitle } from '../state/tool-groups.ts';
import { JsonText } from './json-text.tsx';
import { TokenCount } from './panel.tsx';
import { ViewFrame } from './view-frame.tsx';

interface Props {
  readonly call: ConsoleCall;
  readonly countTokens: TokenCounter;
  onCancel(): void;
  onClose(): void;
}

const MARKS = {
  running: ['running…', ''],
  done: ['done', 'good'],
  refused: ['refused', 'bad'],
  failed: ['failed', 'bad'],
  cancelled: ['cancelled', 'warn'],
  closing: ['closing…', ''],
} as const;

/** What the answer says to people: its message, and of an error its code. */
function sentenceOf({ result, problem }: ConsoleCall): string | undefined {
  if (result === undefined || problem !== undefined) return problem;
  const { structuredContent } = result;
  const answer = CallAnswer.safeParse(
    result.isError === true ? { ok: false, error: structuredContent } : { ok: true, value: structuredContent },
  ).data;
  if (answer?.ok === false) return `${answer.error.code}: ${answer.error.message}`;
  return answer?.value.message;
}

/** What most hosts give their model of a result. */
const contentText = ({ content }: CallToolResult): string =>
  content.map((block) => (block.type === 'text' ? block.text : JSON.stringify(block))).join('\n');

/** One call: what was asked, what came of it, and the view that shows it. */
export function CallCard({ call, countTokens, onCancel, onClose }: Props) {
  const id = useId();
  const { tool, args, status, ms, result, view } = call;
  const [word, tone] = MARKS[status];
  const sentence = sentenceOf(call);
  return (
    <article class="call" aria-labelledby={id}>
      <header>
        <div>
          <h3 id={id}>{shortTitle(tool)}</h3>
          <p class="quiet">
            <code>{tool.name}</code> · {new Date(call.startedAt).toLocaleTimeString()}
          </p>
        </div>
        <p role="status">
          <span class={`chip ${tone}`}>{word}</span> {ms !== undefined && <span class="quiet">{ms} ms</span>}
        </p>
        {status === 'running' && (
          <button type="button" class="secondary small" onClick={onCancel}>
            Cancel
          </button>
        )}
        <button type="button" class="secondary small" disabled={status === 'closing'} onClick={onClose}>
          Close
        </button>
      </header>
      {sentence !== undefined && <p>{sentence}</p>}
      {view !== undefined && <ViewFrame view={view} />}
      <details>
        <summary>Arguments</summary>
        <JsonText value={args} />
      </details>
      {result !== undefined && (
        <details>
          <summary>
            Answer, <TokenCount text={contentText(result)} count={countTokens} />
          </summary>
          <JsonText value={result} />
        </details>
      )}
    </article>
  );
}
