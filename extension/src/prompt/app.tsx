import { useEffect, useRef, useState } from 'preact/hooks';
import type { PromptState } from '../background/person-hop.ts';
import type { Choice } from '../background/prompts.ts';
import { words } from '../ui/words.ts';

/** A press that was meant for what was under the pointer before must not allow anything. */
const HOLD_MS = 700;

type Question = NonNullable<PromptState['question']>;

interface Props {
  question: Question;
  waiting: number;
  onAnswer(callId: string, choice: Choice): void;
}

function About({ question }: { question: Question }) {
  const { origin, application, window, title, action, description, agent, program, crosses } = question;
  return (
    <section class="about">
      <p class="site">{origin}</p>
      <dl>
        <dt>{words('prompt_application')}</dt>
        <dd>{application}</dd>
        {window !== null && (
          <>
            <dt>{words('prompt_window')}</dt>
            <dd>{window}</dd>
          </>
        )}
        <dt>{words('prompt_action')}</dt>
        <dd>
          {title} <code class="quiet">{action}</code>
        </dd>
        {description !== '' && (
          <>
            <dt>{words('prompt_site_says')}</dt>
            <dd>{description}</dd>
          </>
        )}
        <dt>{words('prompt_agent')}</dt>
        <dd>
          {agent || words('agent_unnamed')}{' '}
          {program !== '' && program !== agent && <span class="quiet">{program}</span>}
          {crosses && <p class="quiet">{words('prompt_crosses')}</p>}
        </dd>
      </dl>
      <section aria-labelledby="arguments">
        <h2 id="arguments">{words('prompt_arguments')}</h2>
        <pre class="arguments">{question.arguments}</pre>
      </section>
    </section>
  );
}

/** One question, with everything that an answer depends on. Must be made anew for each. */
export function App({ question, waiting, onAnswer }: Props) {
  const { callId, agent, title, destructive, dialog } = question;
  const [held, setHeld] = useState(true);
  const deny = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    deny.current?.focus();
    const timer = setTimeout(() => setHeld(false), HOLD_MS);
    return () => clearTimeout(timer);
  }, []);
  const answer = (choice: Choice) => () => onAnswer(callId, choice);
  return (
    <>
      <header>
        <h1>{words('prompt_title', agent || words('agent_unnamed'), title)}</h1>
        {destructive && <p class="warn">{words('prompt_destructive')}</p>}
      </header>
      <About question={question} />
      <footer>
        <p class="quiet" role="status">
          {waiting > 1 ? words('prompt_more', String(waiting - 1)) : words('prompt_closing')}
        </p>
        <div class="buttons">
          <button ref={deny} type="button" onClick={answer('deny')}>
            {words('prompt_deny')}
          </button>
          <button type="button" class="primary" disabled={held} onClick={answer('once')}>
            {words('prompt_once')}
          </button>
        </div>
        <button type="button" disabled={held} onClick={answer('always')}>
          {dialog === null ? words('prompt_always') : words('prompt_always_dialog', dialog)}
        </button>
      </footer>
    </>
  );
}
