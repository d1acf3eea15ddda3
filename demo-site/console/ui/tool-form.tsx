import { ToolError } from '@mcp-gui-bridge/page-sdk/protocol';
import type { CallToolResult, Tool } from '@modelcontextprotocol/client';
import type { TargetedSubmitEvent } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { type Draft, firstDraft, formArguments, jsonArguments, placeProblems } from '../forms/form-arguments.ts';
import { formFields } from '../forms/schema-form.ts';
import { viewUriOf } from '../state/tool-groups.ts';
import { FormControl } from './form-control.tsx';
import { Switch } from './panel.tsx';
import type { OnCall } from './tools-panel.tsx';

interface Props {
  readonly tool: Tool;
  readonly version: number | undefined;
  readonly onCall: OnCall;
}

const WAYS = [
  { name: 'form', text: 'Form' },
  { name: 'json', text: 'JSON' },
] as const;

const NOTHING_REFUSED: ReturnType<typeof placeProblems> = { byField: {}, others: [] };

const refusedFields = (result: CallToolResult | undefined) =>
  (result?.isError === true && ToolError.safeParse(result.structuredContent).data?.fields) || [];

/** Arguments of a tool, by fields made from its input schema or as JSON, and the button that calls it. */
export function ToolForm({ tool, version, onCall }: Props) {
  const fields = useMemo(() => formFields(tool.inputSchema), [tool]);
  const [way, setWay] = useState<'form' | 'json'>('form');
  const [draft, setDraft] = useState<Draft>(() => ({
    ...firstDraft(fields),
    ...(version !== undefined && { expectedVersion: String(version) }),
  }));
  const [json, setJson] = useState('{}');
  const [streamed, setStreamed] = useState(false);
  const [refused, setRefused] = useState(NOTHING_REFUSED);
  const isVersioned = fields.some(({ pointer }) => pointer === 'expectedVersion');
  const isVersionOld =
    way === 'form' && isVersioned && version !== undefined && draft['expectedVersion'] !== String(version);

  const change = (next: 'form' | 'json') => {
    const filled = formArguments(fields, draft);
    if (next === 'json' && filled.ok) setJson(JSON.stringify(filled.args, null, 2));
    setWay(next);
  };
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const filled = way === 'form' ? formArguments(fields, draft) : jsonArguments(json);
    setRefused({ ...NOTHING_REFUSED, byField: filled.ok ? {} : filled.problems });
    if (!filled.ok) return;
    setRefused(placeProblems(fields, refusedFields(await onCall(tool, filled.args, { streamed }))));
  };

  return (
    <form class="tool-form" onSubmit={(event) => void submit(event)} noValidate>
      <Switch label="Enter the arguments as" options={WAYS} value={way} onChange={change} />
      {way === 'form' &&
        fields.map((field) => (
          <FormControl
            key={field.pointer}
            field={field}
            value={draft[field.pointer] ?? ''}
            problem={refused.byField[field.pointer]}
            onInput={(value) => setDraft({ ...draft, [field.pointer]: value })}
          />
        ))}
      {way === 'json' && (
        <label class="field">
          Arguments
          <textarea
            rows={6}
            spellcheck={false}
            value={json}
            aria-invalid={refused.byField[''] !== undefined}
            onInput={({ currentTarget }) => setJson(currentTarget.value)}
          />
          {refused.byField[''] !== undefined && <span class="error">{refused.byField['']}</span>}
        </label>
      )}
      {isVersionOld && (
        <p class="quiet">
          The window is at version {version} now.{' '}
          <button type="button" class="link" onClick={() => setDraft({ ...draft, expectedVersion: String(version) })}>
            Take that
          </button>
        </p>
      )}
      {refused.others.map((problem) => (
        <p key={problem} class="error">
          {problem}
        </p>
      ))}
      {viewUriOf(tool) !== undefined && (
        <label class="check">
          <input
            type="checkbox"
            checked={streamed}
            onChange={({ currentTarget }) => setStreamed(currentTarget.checked)}
          />{' '}
          Send its view the arguments piece by piece, as if a model wrote them
        </label>
      )}
      <button type="submit" class="primary">
        Call
      </button>
    </form>
  );
}
