import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PromptState } from '../background/person-hop.ts';
import type { Choice } from '../background/prompts.ts';
import { Capped, PageGoesOn } from '../ui/capped.tsx';
import { JsonText } from '../ui/json-text.tsx';
import { words } from '../ui/words.ts';

/** A press that was meant for what was under the pointer before must not allow anything. */
const HOLD_MS = 700;

type Question = NonNullable<PromptState['question']>;

interface Props {
  question: Question;
  waiting: number;
  onAnswer(callId: string, choice: Choice): void;
}

/** The question in one line. */
export const questionTitle = ({ agent, title }: Question): string =>
  words('prompt_title', agent || words('agent_unnamed'), title);

function About({ question }: { question: Question }) {
  const { origin, application, window, title, action, description, agent, program, crosses } = question;
  return (
    <section class="about">
      <p id="site" class="site">
        {origin}
      </p>
      <dl id="where">
        <Row name={words('prompt_application')}>{application}</Row>
        {window !== null && <Row name={words('prompt_window')}>{window}</Row>}
        <Row name={words('prompt_action')}>
          <bdi>{title}</bdi> <code class="quiet">{action}</code>
        </Row>
      </dl>
      <section aria-labelledby="arguments">
        <h2 id="arguments">{words('prompt_arguments')}</h2>
        <div class="arguments">
          <Capped label={words('prompt_arguments')} lines={9}>
            <JsonText json={question.arguments} />
          </Capped>
        </div>
      </section>
      <dl>
        <Row name={words('prompt_agent')}>
          <bdi>{agent || words('agent_unnamed')}</bdi>{' '}
          {program !== '' && program !== agent && <bdi class="quiet">{program}</bdi>}
          {crosses && <p class="quiet">{words('prompt_crosses')}</p>}
        </Row>
        {description !== '' && (
          <Row name={words('prompt_site_says')} lines={4}>
            {description}
          </Row>
        )}
      </dl>
    </section>
  );
}

interface RowProps {
  name: string;
  lines?: number;
  children: ComponentChildren;
}

function Row({ name, lines = 3, children }: RowProps) {
  return (
    <>
      <dt>{name}</dt>
      <dd dir="auto">
        <Capped label={name} lines={lines}>
          {children}
        </Capped>
      </dd>
    </>
  );
}

/** Stands for the title in the sentence around it. */
const TITLE = '\ufffc';

/** The title is the page's word: it may neither turn the sentence around nor push the end of it out of sight. */
function AlwaysInDialog({ title }: { title: string }) {
  const [before, after] = words('prompt_always_dialog', TITLE).split(TITLE);
  return (
    <>
      {before}
      <bdi class="dialog-title">{title}</bdi>
      {after}
    </>
  );
}

/** One question, with everything that an answer depends on. Must be made anew for each, and when its words change. */
export function App({ question, waiting, onAnswer }: Props) {
  const { callId, destructive, dialog } = question;
  const [held, setHeld] = useState(true);
  const deny = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    deny.current?.focus();
    const timer = setTimeout(() => setHeld(false), HOLD_MS);
    return () => clearTimeout(timer);
  }, []);
  const answer = (choice: Choice) => () => onAnswer(callId, choice);
  const described = destructive ? 'destructive site where' : 'site where';
  return (
    <div class="question" role="alertdialog" aria-labelledby="question" aria-describedby={described}>
      <header>
        <h1 id="question">{questionTitle(question)}</h1>
        {destructive && (
          <p id="destructive" class="warn">
            {words('prompt_destructive')}
          </p>
        )}
      </header>
      <About question={question} />
      <footer>
        <PageGoesOn />
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
          {dialog === null ? words('prompt_always') : <AlwaysInDialog title={dialog} />}
        </button>
      </footer>
    </div>
  );
}
