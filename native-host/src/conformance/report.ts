import type { Check } from './check.ts';
import type { CheckResult, EraRun, Status } from './run-checks.ts';

/** Nothing failed and something passed. */
export const isConformant = (runs: readonly EraRun[]): boolean => {
  const statuses = runs.flatMap(({ results }) => results.map(({ status }) => status));
  return statuses.includes('passed') && !statuses.includes('failed');
};

function countOf(results: readonly CheckResult[]): Record<Status, number> {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { status } of results) counts[status]++;
  return counts;
}

/** One object for programs: `conformance --json`. */
export function jsonReport(command: readonly string[], runs: readonly EraRun[]) {
  return {
    command,
    conformant: isConformant(runs),
    ...countOf(runs.flatMap(({ results }) => results)),
    eras: runs.map(({ era, revision, refusal, results }) => ({
      era,
      revision,
      ...(refusal === undefined ? countOf(results) : { notOffered: refusal }),
    })),
    checks: runs.flatMap(({ results }) =>
      results.map(({ check: { id, section, level, text }, era, status, found, exchange }) => ({
        id,
        section,
        level,
        text,
        era,
        status,
        ...(found !== undefined && { found }),
        exchange,
      })),
    ),
  };
}

const LINE_LENGTH = 400;
const SHOWN_LINES = 8;
const cut = (line: string) => (line.length > LINE_LENGTH ? `${line.slice(0, LINE_LENGTH - 1)}…` : line);

function resultLines({ check, status, found, exchange }: CheckResult): string[] {
  const head = `${status === 'failed' ? 'FAILED ' : status.padEnd(7)} ${check.id.padEnd(7)} ${check.text}`;
  if (status === 'passed') return [head];
  if (status === 'skipped') return [head, `        not checked: ${found}`];
  return [
    head,
    `        §${check.section} (${check.level}); found: ${found}`,
    ...exchange
      .slice(-SHOWN_LINES)
      .map(
        ({ client, direction, line }) => `        client ${client} ${direction === 'sent' ? '→' : '←'} ${cut(line)}`,
      ),
  ];
}

function eraLines({ era, revision, refusal, results }: EraRun): string[] {
  const head = `MCP revision ${revision} (${era})`;
  if (refusal !== undefined) return [`${head}: skipped, the server does not offer it. ${refusal}`, ''];
  const { passed, failed, skipped } = countOf(results);
  return [head, ...results.flatMap(resultLines), `${head}: ${passed} passed, ${failed} failed, ${skipped} skipped`, ''];
}

/** The report for people: every check, and for each failed one what was found and the last lines of the exchange. */
export function humanReport(command: readonly string[], runs: readonly EraRun[]): string[] {
  const { failed } = countOf(runs.flatMap(({ results }) => results));
  return [
    `Conformance of: ${command.join(' ')}`,
    '',
    ...runs.flatMap(eraLines),
    isConformant(runs) ? 'Conformant.' : `Not conformant: ${failed} failed.`,
  ];
}

/** `conformance --list`. */
export const listedChecks = (checks: readonly Check[]) =>
  checks.map(({ id, section, text }) => ({ id, section, text }));
