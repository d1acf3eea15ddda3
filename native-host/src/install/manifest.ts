import { NATIVE_HOST_NAME } from '@mcp-gui-bridge/page-sdk/protocol';
import * as z from 'zod';

/** File name of the native-messaging manifest; browsers require the host's name in it. */
export const MANIFEST_FILE = `${NATIVE_HOST_NAME}.json`;

/** The manifest that tells a Chromium-family browser which program to start, and for which extensions. */
export function manifestText(launcher: string, extensionIds: readonly string[]): string {
  const manifest = {
    name: NATIVE_HOST_NAME,
    description: 'MCP GUI Bridge',
    path: launcher,
    type: 'stdio',
    // Exact origins, always of this scheme and with the slash: anything else makes Chrome reject the whole file.
    allowed_origins: extensionIds.map((id) => `chrome-extension://${id}/`),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

const NativeManifest = z.looseObject({ name: z.string(), path: z.string() });

/** Name and program of a manifest found on disk, or undefined when it cannot be parsed. */
export function parseManifest(text: string): { name: string; path: string } | undefined {
  try {
    return NativeManifest.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Chromium derives extension ids from a hash, written with the letters a to p. */
export function isExtensionId(word: string): boolean {
  return /^[a-p]{32}$/.test(word);
}
