import type { CrxPlugin, ManifestV3Export } from '@crxjs/vite-plugin';
import { EXTENSION_KEY, RELEASE_VERSION } from '../page-sdk/src/protocol/index.ts';

/** `chromium-dev` has local pages granted from the start: for the demo, tests and work on an application. */
export type Variant = 'chromium' | 'chromium-dev';

const LOCAL_PAGES = ['http://localhost/*', 'http://127.0.0.1/*'];
const icons = { 16: 'icons/16.png', 32: 'icons/32.png', 48: 'icons/48.png', 128: 'icons/128.png' };

/** The extension's manifest. Both variants have the same key, so the native host knows one id. */
export function manifest(variant: Variant): ManifestV3Export {
  const isDevelopment = variant === 'chromium-dev';
  return {
    manifest_version: 3,
    name: isDevelopment ? '__MSG_extension_name_dev__' : '__MSG_extension_name__',
    description: '__MSG_extension_description__',
    version: RELEASE_VERSION,
    key: EXTENSION_KEY,
    default_locale: 'en',
    // 132 is the first that tells when it freezes a tab.
    minimum_chrome_version: '132',
    icons,
    action: { default_popup: 'src/popup/index.html', default_icon: icons, default_title: '__MSG_extension_name__' },
    side_panel: { default_path: 'src/side-panel/index.html' },
    options_ui: { page: 'src/options/index.html', open_in_tab: true },
    commands: { 'pause-agents': { suggested_key: { default: 'Ctrl+Shift+Y' }, description: '__MSG_command_pause__' } },
    background: { service_worker: 'src/background/main.ts', type: 'module' },
    // activeTab: the popup may know the address of the page it was opened on, and of no other.
    permissions: ['activeTab', 'nativeMessaging', 'scripting', 'sidePanel', 'storage'],
    ...(isDevelopment && { host_permissions: LOCAL_PAGES }),
    optional_host_permissions: ['http://*/*', 'https://*/*'],
    incognito: 'not_allowed',
    content_security_policy: {
      extension_pages:
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    },
  };
}

/**
 * Takes out of the manifest what crxjs adds for content scripts: the browser injects them without it, and with a fixed
 * extension id any site could ask for such a file to learn that the extension is there.
 */
export function withoutWebAccessibleResources(): CrxPlugin {
  return {
    name: 'without-web-accessible-resources',
    enforce: 'post',
    renderCrxManifest(manifest) {
      const { web_accessible_resources: _, ...rest } = manifest;
      return rest;
    },
  };
}
