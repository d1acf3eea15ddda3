import { type Machine, pathsOf } from './machine.ts';

const snaps = ['chromium', 'brave', 'opera'];
const flatpaks: Record<string, string> = {
  'com.google.Chrome': 'Google Chrome',
  'org.chromium.Chromium': 'Chromium',
  'com.brave.Browser': 'Brave',
  'com.microsoft.Edge': 'Microsoft Edge',
  'com.vivaldi.Vivaldi': 'Vivaldi',
  'com.opera.Opera': 'Opera',
};

/** One sentence for each browser that runs in a sandbox from which it cannot start our host. */
export function sandboxedBrowsers(machine: Machine, exists: (path: string) => boolean): string[] {
  if (machine.platform !== 'linux') return [];
  const { join } = pathsOf(machine);
  const snapped = snaps.filter((name) => exists(join('/snap', name)) || exists(join(machine.home, 'snap', name)));
  const flat = Object.keys(flatpaks).filter((id) =>
    [
      join('/var/lib/flatpak/app', id),
      join(machine.home, '.local/share/flatpak/app', id),
      join(machine.home, '.var/app', id),
    ].some(exists),
  );
  return [
    ...snapped.map((name) => sentence(name, 'snap')),
    ...flat.map((id) => sentence(flatpaks[id] ?? id, 'Flatpak')),
  ];
}

function sentence(browser: string, packaging: string): string {
  return `${browser} is installed as a ${packaging}, whose sandbox does not let it start programs outside. Use the browser's own .deb or .rpm package with MCP GUI Bridge.`;
}
