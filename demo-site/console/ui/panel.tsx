import type { ComponentChildren } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { TOKEN_ENCODING, type TokenCounter } from '../state/token-counter.ts';

interface PanelProps {
  readonly name: string;
  readonly title: string;
  /** Beside the title. */
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** One of the parts of the page, with its heading. */
export function Panel({ name, title, aside, children }: PanelProps) {
  const id = useId();
  return (
    <section class={`panel ${name}`} aria-labelledby={id}>
      <div class="panel-head">
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      <div class="panel-body">{children}</div>
    </section>
  );
}

/** How many tokens a text costs a model. */
export function TokenCount({ text, count }: { readonly text: string; readonly count: TokenCounter }) {
  const [tokens, setTokens] = useState<number>();
  useEffect(() => {
    let isCurrent = true;
    void count(text).then((counted) => {
      if (isCurrent) setTokens(counted);
    });
    return () => {
      isCurrent = false;
    };
  }, [text, count]);
  return (
    <span class="tokens" title={`Counted with ${TOKEN_ENCODING}; other models differ by some per cent`}>
      {tokens === undefined ? '… tokens' : `${tokens.toLocaleString()} tokens`}
    </span>
  );
}

interface SwitchProps<Name extends string> {
  readonly label: string;
  readonly options: readonly { readonly name: Name; readonly text: string }[];
  readonly value: Name;
  onChange(name: Name): void;
}

/** A choice between few ways of showing the same thing. */
export function Switch<Name extends string>({ label, options, value, onChange }: SwitchProps<Name>) {
  return (
    <fieldset class="switch">
      <legend class="visually-hidden">{label}</legend>
      {options.map(({ name, text }) => (
        <button key={name} type="button" aria-pressed={name === value} onClick={() => onChange(name)}>
          {text}
        </button>
      ))}
    </fieldset>
  );
}
