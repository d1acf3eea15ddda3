import { expect, test } from 'vitest';
import { createCleanup } from '../../../demo-site/runner/cleanup.ts';

test('ends last first, once, and goes on after an ending that fails', async () => {
  const ended: string[] = [];
  const cleanup = createCleanup();
  for (const name of ['site', 'profile', 'browser']) {
    await cleanup.start(
      async () => name,
      async () => {
        ended.push(name);
        if (name === 'profile') throw new Error('busy');
      },
    );
  }
  await Promise.all([cleanup.end(), cleanup.end()]);
  expect(ended).toEqual(['browser', 'profile', 'site']);
});

test('what is still starting when the end comes is ended too', async () => {
  const ended: string[] = [];
  const cleanup = createCleanup();
  let arrive = (_name: string) => {};
  const arrival = new Promise<string>((resolve) => {
    arrive = resolve;
  });
  const starting = cleanup.start(
    () => arrival,
    async (name) => void ended.push(name),
  );
  const end = cleanup.end();
  arrive('browser');
  await Promise.all([starting, end]);
  expect(ended).toEqual(['browser']);
});

test('nothing starts after the end, and a start that failed needs no ending', async () => {
  const cleanup = createCleanup();
  const failed = cleanup.start(
    () => Promise.reject(new Error('no')),
    async () => expect.unreachable(),
  );
  await expect(failed).rejects.toThrow('no');
  await cleanup.end();
  const late = cleanup.start(
    async () => expect.unreachable(),
    async () => {},
  );
  await expect(late).rejects.toThrow('Stopped');
});
