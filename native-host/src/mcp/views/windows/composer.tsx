import { useContext, useState } from 'preact/hooks';
import { ViewContext } from './context.ts';

/** Sends a message of the person into the conversation, where the host offers that. */
export function Composer({ lastDeed }: { readonly lastDeed: string | undefined }) {
  const { say } = useContext(ViewContext).host;
  const [text, setText] = useState('');
  const [said, setSaid] = useState('');
  if (say === undefined) return null;
  const send = async (message: string): Promise<void> => {
    if (message.trim() === '') return;
    const accepted = await say(message.trim());
    setSaid(accepted ? 'Sent' : 'The chat did not take the message.');
    if (accepted) setText('');
  };
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        void send(text);
      }}
    >
      <label for="message">Message to the assistant</label>
      <div class="row">
        <input
          id="message"
          autocomplete="off"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <button type="submit">Send</button>
      </div>
      {lastDeed !== undefined && (
        <button
          type="button"
          class="link"
          onClick={() => void send(`I have done this myself: ${lastDeed}. Please go on.`)}
        >
          Tell the assistant what you did
        </button>
      )}
      <p class="said" role="status">
        {said}
      </p>
    </form>
  );
}
