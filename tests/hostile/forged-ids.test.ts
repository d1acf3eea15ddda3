import { type CallAnswer, type ModelEvent, type PageToWorker, WIRE_VERSION } from '@mcp-gui-bridge/page-sdk/protocol';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Model } from '../../extension/src/model/documents.ts';
import type { Effect } from '../../extension/src/model/step.ts';
import { action, attach, CALL_ID, declaring, getApplication, opening, play } from '../extension/declared-samples.ts';
import { RUNS } from '../fuzz/runs.ts';
import { WiredBridge } from './wired-bridge.ts';
import type { RawPage } from './wired-page.ts';

const OTHER_CALL = 'cd'.repeat(16);
const [GOOD, EVIL] = ['https://good.example', 'https://evil.example'] as const;

describe('a page that names windows of another', () => {
  const both = play([
    attach('good', declaring(opening(1), opening(2, { modal: true, ownerId: '1' })), [CALL_ID, OTHER_CALL]),
    attach('evil', declaring(opening(1)), [CALL_ID]),
  ]).model;
  const idsOf = (model: Model, documentId: string) =>
    getApplication(model, documentId).exposed.windows.map(({ id }) => id);
  const goodIds = [...idsOf(both, 'good'), getApplication(both, 'good').appId];

  const anyId = fc.constantFrom(...goodIds, '1', '2', '3', 'good', '__proto__', 'constructor', '');
  const answers: fc.Arbitrary<CallAnswer> = fc.oneof(
    fc.record({
      ok: fc.constant(true as const),
      value: fc.record({ openedWindowIds: fc.array(anyId, { maxLength: 5 }) }),
    }),
    fc.record({
      ok: fc.constant(false as const),
      error: fc.record({
        code: fc.constant('blocked_by_modal' as const),
        message: fc.constant('no'),
        outcome: fc.constant('not_executed' as const),
        blockedBy: fc.record({ id: anyId, title: fc.constant('Good dialog') }),
        callId: anyId,
      }),
    }),
  );
  /** Its own, and one that only the other page was asked. */
  const anyCall = fc.constantFrom(CALL_ID, OTHER_CALL);
  const words: fc.Arbitrary<Exclude<PageToWorker, { type: 'attach' | 'pong' | 'detach' | 'viewed' }>> = fc.oneof(
    fc.record({ type: fc.constant('answer' as const), callId: anyCall, answer: answers }),
    fc.record({ type: fc.constant('committed' as const), callId: anyCall, answer: answers }),
    fc.record({
      type: fc.constant('change' as const),
      change: fc.record({
        windows: fc.array(
          fc
            .tuple(anyId, anyId, fc.integer({ min: 1, max: 9 }))
            .map(([id, ownerId, opened]) =>
              opening(opened, { id: id || 'x', ownerId: ownerId || null, modal: true, actions: [action(id || 'x')] }),
            ),
          { maxLength: 2 },
        ),
        closed: fc.array(
          anyId.filter((id) => id !== ''),
          { maxLength: 1 },
        ),
      }),
    }),
  );

  const appIdOf = (event: ModelEvent) => (event.type === 'attached' ? event.application.id : event.appId);
  const subject = (effect: Effect): string =>
    effect.type !== 'host'
      ? effect.documentId
      : effect.message.type === 'model'
        ? appIdOf(effect.message.event)
        : 'appId' in effect.message
          ? effect.message.appId
          : '';

  test('says nothing about it, owns nothing of it, opened nothing of it', () => {
    const good = getApplication(both, 'good');
    const evil = getApplication(both, 'evil');
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 3 }), (messages) => {
        const inputs = messages.map((message) => ({ type: 'page' as const, documentId: 'evil', message }));
        for (const upTo of inputs.keys()) {
          const { model, effects } = play(inputs.slice(0, upTo + 1), both);
          expect(model.applications.get('good')).toBe(good);
          for (const effect of effects) expect([evil.appId, 'evil']).toContain(subject(effect));
          const said = JSON.stringify(effects);
          expect(said).not.toContain(OTHER_CALL);
          const own = idsOf(both, 'evil');
          for (const id of goodIds.filter((id) => !own.includes(id))) {
            // A page may write any text it likes; what must not hold it are the fields that agents take for addresses.
            expect(said).not.toContain(`"openedWindowIds":["${id}"`);
            expect(said).not.toContain(`"blockedBy":{"id":"${id}"`);
            expect(said).not.toContain(`"ownerId":"${id}"`);
          }
        }
      }),
      RUNS,
    );
  }, 60_000);
});

describe('a page that knows the id of another page’s call', () => {
  let bridge: WiredBridge;
  let good: RawPage;
  let evil: RawPage;
  const declare = (page: RawPage, name: string, running: string[] = []) =>
    page.say({
      type: 'attach',
      wire: WIRE_VERSION,
      sdk: 'x',
      running,
      declared: declaring(opening(1, { title: name })),
    });

  beforeAll(async () => {
    bridge = await WiredBridge.start([GOOD, EVIL]);
    good = bridge.openRaw(GOOD);
    evil = bridge.openRaw(EVIL);
    declare(good, 'Good');
    declare(evil, 'Evil');
    await bridge.quiet();
  });
  afterAll(() => bridge.stop());

  test('cannot answer, commit, report or recall it, not even by claiming to run it', async () => {
    const { windows } = await bridge.agent.read();
    const window = windows.find(({ title }) => title === 'Good');
    const calling = bridge.agent.call(`${window?.id}__submit`);
    const call = await bridge.until(() => good.told.find((message) => message.type === 'call'));
    const { callId } = call.call;
    const forged: CallAnswer = { ok: true, value: { message: 'forged', openedWindowIds: [] } };
    const forge = () => {
      evil.say({ type: 'answer', callId, answer: forged });
      evil.say({ type: 'committed', callId, answer: forged });
      evil.say({ type: 'progress', progress: { callId, done: 99, message: 'forged' } });
      evil.say({ type: 'recalled', recalled: { callId, state: 'answered', answer: forged } });
    };
    forge();
    declare(evil, 'Evil', [callId]);
    forge();
    await bridge.quiet();
    expect(bridge.agent.lines.some((line) => JSON.stringify(line).includes('forged'))).toBe(false);
    good.say({ type: 'answer', callId, answer: { ok: true, value: { message: 'genuine', openedWindowIds: [] } } });
    expect(await calling).toMatchObject({ message: 'genuine' });
    good.say({ type: 'answer', callId, answer: forged });
    await bridge.quiet();
    expect(bridge.faults).toEqual([]);
    expect(bridge.agent.lines.some((line) => JSON.stringify(line).includes('forged'))).toBe(false);
  });
});
