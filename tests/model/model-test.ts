import { randomInt } from 'node:crypto';
import process from 'node:process';
import * as fc from 'fast-check';
import { afterAll, beforeAll, vi } from 'vitest';
import { loadValidator } from '../../page-sdk/src/schema-validator.ts';
import { play } from './play.ts';
import { sequences, type Weights } from './steps.ts';
import { TurnChannel } from './turns.ts';

/**
 * Sequences of each property, and steps in each: always the same ones in `npm test`; MODEL_RUNS=200000 MODEL_STEPS=40
 * takes a long look at others. MODEL_SEED shows a run again.
 */
const { MODEL_RUNS, MODEL_STEPS, MODEL_SEED } = process.env;
const numRuns = Number(MODEL_RUNS ?? 10_000);
const steps = Number(MODEL_STEPS ?? 8);
const seed = Number(MODEL_SEED ?? (MODEL_RUNS === undefined ? 20_261_201 : randomInt(2 ** 31)));

/** For the files of this folder: the platform that pages run on, and what they load late, loaded. */
export function useTurns(): void {
  beforeAll(async () => {
    vi.stubGlobal('MessageChannel', TurnChannel);
    await Promise.all([import('../../page-sdk/src/connection.ts'), loadValidator()]);
  });
  afterAll(() => void vi.unstubAllGlobals());
}

/** Prints its seed; a failure also the shortest sequence that still fails. */
export async function agree(weights: Weights): Promise<void> {
  const property = fc.asyncProperty(sequences(weights, steps), (sequence) => play(sequence));
  console.info(`model: ${numRuns} sequences, MODEL_SEED=${seed}`);
  await fc.assert(property, { numRuns, seed });
}
