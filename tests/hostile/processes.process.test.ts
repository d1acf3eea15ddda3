import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { RawAgent } from '../contract/agent-process.ts';
import { orderDesk, ScriptedHost } from '../contract/scripted-host.ts';
import { buildEntry } from '../native-host/build-entry.ts';
import { ORIGIN } from '../native-host/host/scripted-browser.ts';

function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'mgb-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** The sockets of a process that the kernel lists as TCP or UDP. */
function networkSockets(pid: number): string[] {
  const own = readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    const [, inode] = /socket:\[(\d+)\]/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`)) ?? [];
    return inode === undefined ? [] : [inode];
  });
  const tables = ['tcp', 'tcp6', 'udp', 'udp6']
    .map((name) => readFileSync(`/proc/${pid}/net/${name}`, 'utf8'))
    .join('\n');
  const listed = new Set(tables.split('\n').map((line) => line.trim().split(/\s+/)[9]));
  expect(own.length).toBeGreaterThan(0);
  return own.filter((inode) => listed.has(inode));
}

test.runIf(process.platform === 'linux')(
  'an agent’s process has no network socket, connected to a browser or not',
  async () => {
    const directory = temporaryDirectory();
    const host = new ScriptedHost({ directory });
    host.tell(orderDesk());
    await host.start();
    const agent = new RawAgent(directory);
    await agent.initialize();
    await agent.attached();
    expect(networkSockets(agent.child.pid ?? 0)).toEqual([]);
    await agent.stop();
    await host.stop();
  },
);

const hasScript = spawnSync('script', ['--version']).status === 0;

test.runIf(process.platform === 'linux' && hasScript)(
  'a host that a person starts at a terminal ends with 78 and creates nothing',
  async () => {
    const entry = await buildEntry(new URL('../native-host/host/host-entry.ts', import.meta.url));
    const home = join(temporaryDirectory(), 'state');
    const command = `"${process.execPath}" "${entry}" ${ORIGIN}; echo "exit $?"`;
    const output = execFileSync('script', ['-qec', command, '/dev/null'], {
      env: { ...process.env, MCP_GUI_BRIDGE_HOME: home },
      encoding: 'utf8',
    });
    expect(output).toMatch(/started by a browser, not by hand/);
    expect(output).toMatch(/exit 78/);
    expect(existsSync(home)).toBe(false);
  },
);
