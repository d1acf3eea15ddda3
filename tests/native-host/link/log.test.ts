import { lstatSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLog } from '../../../native-host/src/link/log.ts';
import { RotatingFile } from '../../../native-host/src/link/rotating-file.ts';
import { temporaryDirectory } from './link-bench.ts';

const linesIn = (path: string): Record<string, unknown>[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

test('a line goes to the file of its kind of process, for this user alone; before the first nothing is made', () => {
  const directory = join(temporaryDirectory(), 'state');
  const log = createLog('host', { MCP_GUI_BRIDGE_HOME: directory });
  expect(() => lstatSync(directory)).toThrow();
  log.info({ pid: 7 }, 'hello');
  log.debug('not at this level');
  const path = join(directory, 'log', 'host.log');
  expect(linesIn(path)).toMatchObject([{ name: 'host', msg: 'hello', pid: 7 }]);
  expect(lstatSync(path).mode & 0o777).toBe(0o600);
  expect(lstatSync(join(directory, 'log')).mode & 0o777).toBe(0o700);
});

test.each([
  ['debug', ['debug', 'warn']],
  ['WARN', ['warn']],
  ['silent', []],
  ['nonsense', ['warn']],
])('MCP_GUI_BRIDGE_LOG=%s', (level, expected) => {
  const directory = temporaryDirectory();
  const log = createLog('mcp', { MCP_GUI_BRIDGE_HOME: directory, MCP_GUI_BRIDGE_LOG: level });
  log.debug('debug');
  log.warn('warn');
  const written = readdirSync(directory).length > 0 ? linesIn(join(directory, 'log', 'mcp.log')) : [];
  expect(written.map(({ msg }) => msg)).toEqual(expected);
});

test('secrets, tokens and arguments are left out', () => {
  const directory = temporaryDirectory();
  const log = createLog('host', { MCP_GUI_BRIDGE_HOME: directory });
  log.info({ secret: 'hidden-1', descriptor: { secret: 'hidden-2', pid: 1 }, call: { arguments: { a: 'hidden-3' } } });
  log.info({ token: 'hidden-4', hello: { token: 'hidden-5' } });
  const text = readFileSync(join(directory, 'log', 'host.log'), 'utf8');
  expect(text).not.toContain('hidden');
  expect(text).toContain('"pid":1');
});

test('two files of the given size are the most there is, and the newest lines are kept', () => {
  const directory = temporaryDirectory();
  const file = new RotatingFile(directory, 'host', 1_000);
  for (let n = 0; n < 200; n++) file.write(`${String(n).padStart(9, '0')}\n`);
  expect(readdirSync(directory).sort()).toEqual(['host.1.log', 'host.log']);
  for (const name of readdirSync(directory)) expect(statSync(join(directory, name)).size).toBeLessThanOrEqual(1_000);
  expect(readFileSync(join(directory, 'host.log'), 'utf8')).toContain('000000199');
});

test('two processes share the files', () => {
  const directory = temporaryDirectory();
  const [one, two] = [new RotatingFile(directory, 'mcp', 100), new RotatingFile(directory, 'mcp', 100)];
  for (let n = 0; n < 50; n++) {
    one.write(`one ${n}\n`);
    two.write(`two ${n}\n`);
  }
  const text = ['mcp.1.log', 'mcp.log'].map((name) => readFileSync(join(directory, name), 'utf8')).join('');
  expect(text).toContain('one 49\ntwo 49\n');
  expect(text.length).toBeLessThanOrEqual(200);
});

test('a place that cannot be written costs lines, not the process; it goes on when it can', () => {
  const directory = temporaryDirectory();
  const place = join(directory, 'log');
  writeFileSync(place, 'in the way');
  const file = new RotatingFile(place, 'host', 1_000);
  expect(() => file.write('lost\n')).not.toThrow();
  rmSync(place);
  file.write('kept\n');
  expect(readFileSync(join(place, 'host.log'), 'utf8')).toBe('kept\n');
});

test('a file that was moved away by hand is begun anew at the next rotation', () => {
  const directory = temporaryDirectory();
  const file = new RotatingFile(directory, 'host', 10);
  file.write('12345678\n');
  rmSync(join(directory, 'host.log'));
  file.write('lost\n');
  file.write('kept\n');
  expect(readFileSync(join(directory, 'host.log'), 'utf8')).toBe('kept\n');
});
