import fc from 'fast-check';
import type { Actions } from '../../page-sdk/src/action.ts';
import type { Bridge } from '../../page-sdk/src/bridge.ts';
import {
  ActionError,
  type BlockInput,
  custom,
  fields,
  list,
  media,
  notice,
  table,
  text,
  ValidationError,
} from '../../page-sdk/src/index.ts';
import { LETTERS } from './leaks.ts';

const PIXEL = 'data:image/png;base64,AAAA';

/** Places that are declared sensitive. Every value in them is masked, however short. */
const SENSITIVE: readonly ((secret: string) => BlockInput)[] = [
  (secret) => fields([{ label: 'Password', value: secret, sensitive: true }]),
  (secret) => fields([{ label: 'Card', value: { number: secret, [secret]: [secret] }, sensitive: true }]),
  (secret) =>
    fields(
      [
        { label: 'Key', value: secret },
        { label: 'Pin', value: '' },
      ],
      { sensitive: true },
    ),
  (secret) => text(secret, { sensitive: true }),
  (secret) =>
    table(
      ['Name', 'Key'],
      [
        ['Ada', secret],
        [secret, null],
      ],
      { sensitive: true },
    ),
  (secret) => list([secret, { inner: secret }, ''], { sensitive: true }),
  (secret) => notice('error', secret, { sensitive: true }),
  (secret) => media('image/png', PIXEL, { sensitive: true, alt: secret }),
  (secret) => custom({ [secret]: { deep: [secret, { er: secret }] } }, { sensitive: true }),
];

/** Places that are not, where an application may repeat a value by mistake. Only long secrets are found there. */
const COPIES: readonly ((secret: string) => BlockInput)[] = [
  (secret) => text(`Your key ${secret} was accepted`),
  (secret) =>
    fields([
      { label: `Copy of ${secret}`, value: 1 },
      { label: 'Copy', value: secret },
    ]),
  (secret) => table([secret, 'b'], [[secret, { deep: [secret] }]]),
  (secret) => list([`a${secret}b`, [secret]]),
  (secret) => notice('warn', `Wrong: ${secret}`),
  (secret) => media('image/png', PIXEL, { alt: `Picture of ${secret}` }),
  (secret) => media(secret, PIXEL),
  (secret) => custom({ [secret]: secret, list: [{ [`x${secret}`]: `${secret}${secret}` }] }),
];

/** Ways in which an action can answer, each with the secret in it. */
const ANSWERS: Readonly<Record<string, (secret: string) => unknown>> = {
  message: (secret) => ({ message: `Saved ${secret}` }),
  result: (secret) => ({ result: { key: secret, [secret]: [{ deep: secret }] } }),
  refusal: (secret) => {
    throw new ActionError(`No: ${secret}`);
  },
  unknown: (secret) => {
    throw new ActionError(secret, { outcome: 'unknown' });
  },
  fields: (secret) => {
    throw new ValidationError([{ field: secret, error: `not ${secret}` }], secret);
  },
  thrown: (secret) => {
    throw new Error(`at ${secret}`);
  },
  text: (secret) => {
    throw secret;
  },
};

export const ANSWER_NAMES = Object.keys(ANSWERS);

/** What one document has in it: which places, in which order, how many secrets of which lengths. */
export interface Vault {
  readonly sensitive: readonly number[];
  readonly copies: readonly number[];
  readonly answers: readonly number[];
  readonly lengths: readonly number[];
}

const some = (length: number, atLeast: number) =>
  fc.shuffledSubarray([...Array(length).keys()], { minLength: atLeast, maxLength: Math.min(length, 5) });

/** Of these many letters, each of two UTF-16 units at most, is a secret too short to be searched for elsewhere. */
export const SHORT = 5;

export const vaults: fc.Arbitrary<Vault> = fc.record({
  sensitive: some(SENSITIVE.length, 1),
  copies: some(COPIES.length, 0),
  answers: fc.nat(ANSWER_NAMES.length - 1).map((index) => [index]),
  lengths: fc.array(fc.oneof(fc.integer({ min: 12, max: 60 }), fc.integer({ min: 1, max: SHORT })), {
    minLength: 1,
    maxLength: 3,
  }),
});

/** Secrets of these lengths, in code points, from letters that are nowhere else; another `salt` gives other ones. */
export const secretsOf = (lengths: readonly number[], salt: number): string[] =>
  lengths.map((length, index) =>
    Array.from(
      { length },
      (_, at) => LETTERS[(at * 7 + index * 11 + salt * 13 + ((at * salt) % 5)) % LETTERS.length],
    ).join(''),
  );

const isLong = (secret: string): boolean => secret.length >= 12;
const pick = <T>(all: readonly T[], indexes: readonly number[]): T[] =>
  all.filter((_, index) => indexes.includes(index));

function actionsOf({ answers }: Vault, secret: string): Actions {
  const chosen = pick(Object.entries(ANSWERS), answers);
  return Object.fromEntries(
    chosen.map(([name, answer]) => [
      name,
      {
        title: `Do ${secret}`,
        description: `Uses ${secret}`,
        input: {
          type: 'object',
          properties: { [secret]: { type: 'string', default: secret, enum: [secret, 'other'], description: secret } },
        },
        run: async (
          _input: unknown,
          call: { progress(done: number, total: number, message: string): void; commit(outcome: object): void },
        ) => {
          call.progress(1, 2, `half of ${secret}`);
          call.commit({ message: secret, result: { [secret]: secret } });
          return answer(secret) as object;
        },
      },
    ]),
  );
}

/** Declares the document; with a second set of secrets it is updated to those. */
export function declare(bridge: Bridge, vault: Vault, secrets: readonly string[], later: readonly string[]): void {
  const hold = (all: readonly string[]) =>
    all.flatMap((secret) => pick(SENSITIVE, vault.sensitive).map((make) => make(secret)));
  const keeper = bridge.openWindow({ title: 'Keeper', blocks: hold(secrets) });
  const long = secrets.find(isLong) ?? 'nothing to repeat';
  const copies = pick(COPIES, vault.copies).map((make) => make(long));
  const leaky = bridge.openWindow({
    title: `Vault of ${long}`,
    summary: `It holds ${long}`,
    blocks: copies,
  });
  leaky.setActions({ ...actionsOf(vault, long) });
  bridge.setActions({ app: { title: long, description: long, run: () => ({ message: long }) } });
  leaky.openModal({ title: long, summary: long }).close();
  keeper.update({ blocks: hold(later), summary: `Was ${long}` });
}
