import * as fc from 'fast-check';

/** What the application does. `at` chooses among the windows there are, `doc` among the documents. */
export type PageStep =
  | { readonly do: 'open' | 'appModal'; readonly doc: number }
  | { readonly do: 'modal' | 'close'; readonly at: number }
  | {
      readonly do: 'update';
      readonly at: number;
      readonly title: number;
      readonly summary: string;
      readonly value: number;
    }
  | { readonly do: 'offer'; readonly at: number; readonly offer: true | string }
  | { readonly do: 'offerApp'; readonly doc: number; readonly offer: true | string };

export const EFFECTS = ['none', 'update', 'modal', 'ask', 'close', 'appModal', 'refuse', 'invalid'] as const;
export type Effect = (typeof EFFECTS)[number];

export interface CallStep {
  readonly do: 'call';
  readonly agent: number;
  /** Among all windows that agents have ever read, or among the documents there ever were. */
  readonly target: { readonly kind: 'window' | 'app'; readonly at: number };
  readonly action: 'act' | 'look' | 'nothing';
  readonly version: 'none' | 'current' | 'other' | 'null' | 'text';
  readonly effect: Effect;
  readonly wrong: 'nothing' | 'n' | 'effect';
  /** What the user does in the page while the call is on its way. */
  readonly meanwhile: readonly PageStep[];
}

export type Step =
  | { readonly do: 'page'; readonly inOneTask: readonly PageStep[] }
  | CallStep
  | { readonly do: 'join'; readonly scope: number; readonly selection: 'all' | 'windows' | 'helpers' }
  | { readonly do: 'sleep' | 'reload'; readonly doc: number };

const nth = fc.nat(40);
const offer = fc.constantFrom<true | string>(true, 'Recipient cannot be empty', 'Sent already');

const pageStep: fc.Arbitrary<PageStep> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('open', 'appModal'), doc: nth }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('modal', 'close'), at: nth }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('update'),
      at: nth,
      title: fc.nat(1),
      summary: fc.constantFrom('', 'Not saved'),
      value: fc.nat(1),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('offer'), at: nth, offer }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('offerApp'), doc: nth, offer }) },
);

const callStep: fc.Arbitrary<CallStep> = fc.record({
  do: fc.constant('call'),
  agent: nth,
  target: fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('window'), at: nth }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('app'), at: nth }) },
  ),
  action: fc.constantFrom('act', 'act', 'act', 'look', 'nothing'),
  version: fc.constantFrom('none', 'current', 'current', 'other', 'null', 'text'),
  effect: fc.constantFrom(...EFFECTS),
  wrong: fc.constantFrom('nothing', 'nothing', 'nothing', 'n', 'effect'),
  meanwhile: fc.array(pageStep, { maxLength: 2 }),
});

const rareStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('join'),
    scope: fc.nat(3),
    selection: fc.constantFrom('all', 'windows', 'helpers'),
  }),
  fc.record({ do: fc.constantFrom('sleep', 'reload'), doc: nth }),
);

const pageTask: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('page'),
  inOneTask: fc.array(pageStep, { minLength: 1, maxLength: 3 }),
});

/** How often pages act, agents call, and documents and agents come and go. */
export interface Weights {
  readonly page: number;
  readonly call: number;
  readonly rare: number;
}

/** A sequence and the number of documents that are open when it starts. */
export interface Sequence {
  readonly documents: number;
  readonly steps: readonly Step[];
}

/** @param most steps in a sequence */
export const sequences = ({ page, call, rare }: Weights, most = 8): fc.Arbitrary<Sequence> =>
  fc.record({
    documents: fc.constantFrom(1, 1, 1, 2, 2, 3, 4),
    steps: fc.array(
      fc.oneof(
        { weight: page, arbitrary: pageTask },
        { weight: call, arbitrary: callStep },
        { weight: rare, arbitrary: rareStep },
      ),
      { maxLength: most, size: 'max' },
    ),
  });
