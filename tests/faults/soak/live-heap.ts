import { once } from 'node:events';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { WebSocket } from 'ws';
import * as z from 'zod';

/** Where a Node process listens for a debugger when SIGUSR1 tells it to, unless `--inspect-port` says otherwise. */
const INSPECTOR_PORT = 9229;
const LISTENS_WITHIN_MS = 5_000;

const Targets = z.tuple([z.object({ webSocketDebuggerUrl: z.string() })]);
const Answer = z.object({ id: z.int(), result: z.record(z.string(), z.unknown()) });
const Usage = z.object({ usedSize: z.number() });
const Evaluated = z.object({ result: z.object({ value: z.unknown() }) });

async function debuggerUrl(port: number): Promise<string> {
  const inspector = `http://127.0.0.1:${port}/json/list`;
  for (const until = performance.now() + LISTENS_WITHIN_MS; ; await setTimeout(20)) {
    const listed = await fetch(inspector)
      .then((response) => response.json())
      .catch(() => undefined);
    const targets = Targets.safeParse(listed);
    if (targets.success) return targets.data[0].webSocketDebuggerUrl;
    if (performance.now() > until) throw new Error(`no process listens for a debugger at ${inspector}`);
  }
}

/**
 * What a Node process holds in its heap after everything else has been collected, in MiB. Its memory as the system sees
 * it goes up and down with when it collects; this only grows when something leaks.
 *
 * @throws Error when the process cannot be asked, or another one listens at the debuggers' port
 */
export async function liveHeap(pid: number, port = INSPECTOR_PORT): Promise<number> {
  process.kill(pid, 'SIGUSR1');
  const socket = new WebSocket(await debuggerUrl(port));
  await once(socket, 'open');
  let sent = 0;
  const ask = async (method: string, params: object = {}) => {
    const id = ++sent;
    socket.send(JSON.stringify({ id, method, params }));
    for (;;) {
      const [text] = (await once(socket, 'message')) as [Buffer];
      const answer = Answer.safeParse(JSON.parse(text.toString('utf8')));
      if (answer.data?.id === id) return answer.data.result;
    }
  };
  const { result } = Evaluated.parse(await ask('Runtime.evaluate', { expression: 'process.pid' }));
  if (result.value !== pid) throw new Error(`process ${result.value} listens for a debugger, not ${pid}`);
  await ask('HeapProfiler.collectGarbage');
  const { usedSize } = Usage.parse(await ask('Runtime.getHeapUsage'));
  const closed = once(socket, 'close');
  // The next process that is asked needs the port.
  socket.send(
    JSON.stringify({ id: ++sent, method: 'Runtime.evaluate', params: { expression: 'process._debugEnd()' } }),
  );
  await closed;
  return usedSize / 1024 / 1024;
}
