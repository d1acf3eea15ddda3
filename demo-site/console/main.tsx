import { render } from 'preact';
import * as z from 'zod';
import { takeRelayAddress } from './relay/relay-address.ts';
import { AgentConsole } from './session/agent-console.ts';
import { createTokenCounter } from './state/token-counter.ts';
import { ConsoleApp } from './ui/console-app.tsx';
import { NoAddress } from './ui/no-address.tsx';

// The page's policy forbids `eval`, which zod would otherwise try.
z.config({ jitless: true });

const address = takeRelayAddress(window);
if (address === undefined) {
  render(<NoAddress />, document.body);
} else {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const agentConsole = new AgentConsole({
    address,
    preferences: { theme: dark.matches ? 'dark' : 'light', locale: navigator.language },
    now: Date.now,
  });
  const { preferences } = agentConsole;
  dark.addEventListener('change', ({ matches }) =>
    preferences.update((before) => ({ ...before, theme: matches ? 'dark' : 'light' })),
  );
  const dress = () => {
    document.documentElement.dataset['theme'] = preferences.value.theme;
  };
  preferences.subscribe(dress);
  dress();
  const tokenizer = new Worker(new URL('./state/token-worker.ts', import.meta.url), { type: 'module' });
  render(<ConsoleApp console={agentConsole} countTokens={createTokenCounter(tokenizer)} />, document.body);
}
