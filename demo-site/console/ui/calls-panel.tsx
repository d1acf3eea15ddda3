import type { Calls } from '../session/calls.ts';
import type { TokenCounter } from '../state/token-counter.ts';
import { CallCard } from './call-card.tsx';
import { Panel } from './panel.tsx';
import { useStore } from './use-store.ts';

interface Props {
  readonly calls: Calls;
  readonly countTokens: TokenCounter;
}

/** What was called, newest first, each with its view. */
export function CallsPanel({ calls, countTokens }: Props) {
  const all = useStore(calls.state);
  return (
    <Panel name="calls" title="Calls">
      {all.length === 0 && (
        <p class="quiet empty">
          Open a tool and call it. Tools that are marked “view” show theirs here, as a chat would.
        </p>
      )}
      {all.map((call) => (
        <CallCard
          key={call.id}
          call={call}
          countTokens={countTokens}
          onCancel={() => calls.cancel(call.id)}
          onClose={() => void calls.close(call.id)}
        />
      ))}
    </Panel>
  );
}
