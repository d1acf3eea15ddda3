import { describe, expect, test } from 'vitest';
import { agent, attached, started } from './host-bench.ts';

const HASH = 'a'.repeat(64);
const ask = { type: 'view', appId: 'A', hash: HASH } as const;
const viewed = (html: string | null) => ({ type: 'viewed', appId: 'A', hash: HASH, html }) as const;

function withPage() {
  const bench = started();
  bench.host.receive([attached('A')]);
  const asked = () => bench.browser.filter(({ type }) => type === 'view');
  return { ...bench, asked };
}

describe('the document of a view', () => {
  test('goes to the agents that asked, and to nobody else', () => {
    const { host, asked } = withPage();
    const [one, two, idle] = [agent(host), agent(host), agent(host)];
    one.says(ask);
    two.says(ask);
    expect(asked()[0]).toEqual(ask);
    host.receive([viewed('<p>')]);
    for (const connection of [one, two]) expect(connection.got('viewed')).toEqual([viewed('<p>')]);
    host.receive([viewed('<p>')]);
    expect(one.got('viewed')).toHaveLength(1);
    expect(idle.got('viewed')).toEqual([]);
  });

  test('of an application that is not there is not asked for', () => {
    const { host, asked } = withPage();
    const connection = agent(host);
    connection.says({ ...ask, appId: 'B' });
    expect(asked()).toEqual([]);
    expect(connection.got('viewed')).toEqual([{ ...viewed(null), appId: 'B' }]);
  });

  test('is asked for again when its page attaches anew, and given up when it goes', () => {
    const { host, asked } = withPage();
    const connection = agent(host);
    connection.says(ask);
    host.receive([attached('A')]);
    expect(asked()).toHaveLength(2);
    host.receive([{ type: 'model', event: { type: 'detached', appId: 'A', reason: 'closed' } }]);
    expect(connection.got('viewed')).toEqual([viewed(null)]);
  });

  test('that an agent asked for before it left disturbs nobody', () => {
    const { host } = withPage();
    const gone = agent(host);
    gone.says(ask);
    gone.close();
    host.receive([viewed('<p>')]);
    expect(gone.got('viewed')).toEqual([]);
  });
});
