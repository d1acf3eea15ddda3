import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Effect, Step } from '../../extension/src/model/step.ts';
import { reduce } from '../../extension/src/model/window-model.ts';
import { useTurns } from './model-test.ts';
import { play } from './play.ts';
import { sequences } from './steps.ts';

useTurns();

type Decide = typeof reduce;

const altering =
  (alter: (effect: Effect) => Effect | undefined): Decide =>
  (model, input, handles): Step => {
    const { model: next, effects } = reduce(model, input, handles);
    return { model: next, effects: effects.flatMap((effect) => alter(effect) ?? []) };
  };

/** Alters what the host is told of a document's windows. */
const alteringChanges = (alter: (change: Change) => Change): Decide =>
  altering((effect) => {
    if (effect.type !== 'host' || effect.message.type !== 'model') return effect;
    const { event } = effect.message;
    if (event.type !== 'changed' || event.change === undefined) return effect;
    return { ...effect, message: { ...effect.message, event: { ...event, change: alter(event.change) } } };
  });

type Change = NonNullable<
  Extract<
    Extract<Extract<Effect, { type: 'host' }>['message'], { type: 'model' }>['event'],
    { type: 'changed' }
  >['change']
>;

const withoutClosed = ({ closed: _, ...change }: Change): Change => change;

/** Each is a mistake that somebody could make; the properties have to notice it. */
const MISTAKES: Readonly<Record<string, Decide>> = {
  'closed windows stay': alteringChanges(withoutClosed),
  'new titles are lost': alteringChanges((change) => ({
    ...change,
    ...(change.windows && {
      windows: change.windows.map(({ title, ...w }) => (w.opened ? { ...w, title: title ?? '' } : w)),
    }),
  })),
  'window-level modals arrive as app-level ones': alteringChanges((change) => ({
    ...change,
    ...(change.windows && { windows: change.windows.map((w) => (w.modal ? { ...w, ownerId: null } : w)) }),
  })),
  'availability is not passed on': alteringChanges((change) => ({
    ...change,
    ...(change.windows && {
      windows: change.windows.map((w) =>
        w.actions ? { ...w, actions: w.actions.map((action) => ({ ...action, available: true as const })) } : w,
      ),
    }),
  })),
  'a sleeping document counts as awake': altering((effect) => {
    if (effect.type !== 'host' || effect.message.type !== 'model') return effect;
    const { event } = effect.message;
    return event.type === 'changed' && event.condition === 'suspended' ? undefined : effect;
  }),
  'windows that a call opened are not named': altering((effect) => {
    if (effect.type !== 'host' || effect.message.type !== 'answer' || !effect.message.answer.ok) return effect;
    const { answer } = effect.message;
    return {
      ...effect,
      message: { ...effect.message, answer: { ...answer, value: { ...answer.value, openedWindowIds: [] } } },
    };
  }),
  'a call runs twice': (model, input, handles) => {
    const step = reduce(model, input, handles);
    const again = step.effects.flatMap((effect) =>
      effect.type === 'page' && effect.message.type === 'call'
        ? [{ ...effect, message: { ...effect.message, call: { ...effect.message.call, callId: 'f'.repeat(32) } } }]
        : [],
    );
    return { model: step.model, effects: [...step.effects, ...again] };
  },
  'the version that the agent has seen is not passed on': (model, input, handles) => {
    const step = reduce(model, input, handles);
    const effects = step.effects.map((effect): Effect => {
      if (effect.type !== 'page' || effect.message.type !== 'call') return effect;
      const { expectedVersion: _, ...call } = effect.message.call;
      return { ...effect, message: { type: 'call', call } };
    });
    return { model: step.model, effects };
  },
  'every change is told, also one that changes nothing': (model, input, handles) => {
    const step = reduce(model, input, handles);
    if (input.type !== 'page' || input.message.type !== 'change') return step;
    const application = step.model.applications.get(input.documentId);
    if (application === undefined) return step;
    const actions = application.published.actions.map((action) => ({ ...action, title: `${action.title} again` }));
    const message = {
      type: 'model',
      event: { type: 'changed', appId: application.appId, change: { actions } },
    } as const;
    return { ...step, effects: [...step.effects, { type: 'host', message }] };
  },
};

test.each(Object.entries(MISTAKES))('the properties notice that %s', { timeout: 120_000 }, async (_what, decide) => {
  const mixed = sequences({ page: 5, call: 5, rare: 1 }, 14);
  const found = await fc.check(
    fc.asyncProperty(mixed, (sequence) => play(sequence, decide)),
    { numRuns: 2_000, endOnFailure: true },
  );
  expect(found.failed).toBe(true);
});
