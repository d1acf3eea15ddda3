import { expect, test } from 'vitest';
import { Connection, ServerEnded, Unanswered, type Wire } from '../../native-host/src/conformance/connection.ts';
import { Exchange } from '../../native-host/src/conformance/exchange.ts';

/** A wire whose server is the test. */
function scripted() {
  const sent: Record<string, unknown>[] = [];
  let line: (text: string) => void = () => {};
  let end: (reason: string) => void = () => {};
  const wire: Wire = {
    send: (text) => void sent.push(JSON.parse(text) as Record<string, unknown>),
    listen: (onLine, onEnd) => {
      line = onLine;
      end = onEnd;
    },
    close: async () => {},
  };
  const exchange = new Exchange();
  return {
    sent,
    exchange,
    connection: new Connection(wire, exchange, 1),
    say: (message: object) => line(JSON.stringify({ jsonrpc: '2.0', ...message })),
    line: (text: string) => line(text),
    end: (reason: string) => end(reason),
  };
}

test('answers are matched by id, whatever their order', async () => {
  const { connection, say } = scripted();
  const [one, two] = [connection.request('one', {}, 1_000), connection.request('two', {}, 1_000)];
  say({ id: 2, error: { code: -1, message: 'no' } });
  say({ id: 99, result: {} });
  say({ id: 1, result: { a: 1 } });
  expect(await one).toEqual({ result: { a: 1 } });
  expect(await two).toEqual({ error: { code: -1, message: 'no' } });
});

test('an id of another type than the one sent answers nothing', async () => {
  const { connection, say } = scripted();
  const answer = connection.request('one', {}, 1_000);
  for (const id of ['1', true, null, [1]]) say({ id, result: { wrong: true } });
  say({ id: 1, result: {} });
  expect(await answer).toEqual({ result: {} });
});

test('what is no JSON-RPC message is kept apart and answers nothing', async () => {
  const { connection, line, say } = scripted();
  const answer = connection.request('one', {}, 1_000);
  for (const text of ['{]', '[1]', '"text"', '{"id":1,"result":{}}', '']) line(text);
  say({ id: 1, result: {} });
  await answer;
  expect(connection.strayLines).toEqual(['{]', '[1]', '"text"', '{"id":1,"result":{}}']);
});

test('no answer in time and an ended server are told apart', async () => {
  const { connection, end } = scripted();
  await expect(connection.request('one', {}, 1)).rejects.toThrow(new Unanswered('one was not answered within 1 ms'));
  const answer = connection.request('two', {}, 60_000);
  end('exit code 1');
  await expect(answer).rejects.toThrow(new ServerEnded('exit code 1'));
  await expect(connection.request('three', {}, 60_000)).rejects.toThrow(ServerEnded);
});

test('notifications keep their order, and requests of the server are answered', () => {
  const { connection, say, sent } = scripted();
  say({ method: 'one' });
  say({ id: 'ping', method: 'ping' });
  say({ id: 'roots', method: 'roots/list' });
  say({ method: 'two', params: { a: 1 } });
  expect(connection.notifications).toEqual([
    { method: 'one', params: {} },
    { method: 'two', params: { a: 1 } },
  ]);
  expect(sent).toEqual([
    { jsonrpc: '2.0', id: 'ping', result: {} },
    { jsonrpc: '2.0', id: 'roots', error: { code: -32_601, message: expect.any(String) } },
  ]);
});

test('the exchange keeps the last lines, cut, and hands them out once', () => {
  const { exchange, line } = scripted();
  for (let number = 0; number < 100; number++) line(`{"n":${number}}`);
  line('x'.repeat(5_000));
  const taken = exchange.take();
  expect(taken).toHaveLength(60);
  expect(taken.at(-2)).toEqual({ client: 1, direction: 'received', line: '{"n":99}' });
  expect(taken.at(-1)?.line).toMatch(/^x{2000}… \(5000 characters\)$/);
  expect(exchange.take()).toEqual([]);
});
