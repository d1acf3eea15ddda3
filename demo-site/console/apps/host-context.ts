import type {
  McpUiDisplayMode,
  McpUiHostContext,
  McpUiStyles,
  McpUiTheme,
} from '@modelcontextprotocol/ext-apps/app-bridge';

export const DISPLAY_MODES: readonly McpUiDisplayMode[] = ['inline', 'fullscreen', 'pip'];

/** Pixels an inline view may be high; what is longer scrolls inside. */
export const INLINE_HEIGHT = 640;

/** What the person chooses for all views. */
export interface Preferences {
  readonly theme: McpUiTheme;
  /** BCP 47. */
  readonly locale: string;
}

/** The console's palette in the specification's names. */
const VARIABLES: Partial<McpUiStyles> = {
  '--color-background-primary': 'light-dark(#ffffff, #1a201d)',
  '--color-background-secondary': 'light-dark(#faf9f5, #212825)',
  '--color-background-tertiary': 'light-dark(#f4f3ee, #111513)',
  '--color-background-info': 'light-dark(#e2f1eb, #16352b)',
  '--color-background-danger': 'light-dark(#fdecea, #3b1a17)',
  '--color-background-success': 'light-dark(#e2f1eb, #16352b)',
  '--color-background-warning': 'light-dark(#fdf3dc, #362a10)',
  '--color-text-primary': 'light-dark(#1b2320, #e8ede9)',
  '--color-text-secondary': 'light-dark(#55605b, #a5b0aa)',
  '--color-text-info': 'light-dark(#0b6b53, #5fd3ae)',
  '--color-text-danger': 'light-dark(#b3261e, #ff9a90)',
  '--color-text-success': 'light-dark(#0b6b53, #5fd3ae)',
  '--color-text-warning': 'light-dark(#7a5000, #f3c566)',
  '--color-border-primary': 'light-dark(#dedcd2, #333c38)',
  '--color-border-secondary': 'light-dark(#8b938f, #6f7b75)',
  '--color-ring-primary': 'light-dark(#0b6b53, #5fd3ae)',
  '--font-sans': 'system-ui, sans-serif',
  '--font-mono': 'ui-monospace, monospace',
  '--border-radius-sm': '6px',
  '--border-radius-md': '10px',
};

export interface Place {
  readonly mode: McpUiDisplayMode;
  /** Pixels of the frame. */
  readonly width: number;
  readonly height: number;
}

/** What a view is told about where it is shown (MCP Apps 2026-01-26, `HostContext`). */
export function hostContext(
  toolInfo: NonNullable<McpUiHostContext['toolInfo']>,
  { theme, locale }: Preferences,
  { mode, width, height }: Place,
): McpUiHostContext {
  return {
    toolInfo,
    theme,
    locale,
    displayMode: mode,
    availableDisplayModes: [...DISPLAY_MODES],
    // Inline, the view says how high it is.
    containerDimensions: mode === 'inline' ? { width, maxHeight: INLINE_HEIGHT } : { width, height },
    styles: { variables: VARIABLES as McpUiStyles },
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    userAgent: 'mcp-gui-bridge-agent-console',
    platform: 'web',
    deviceCapabilities: { touch: navigator.maxTouchPoints > 0, hover: matchMedia('(hover: hover)').matches },
    safeAreaInsets: { top: 0, right: 0, bottom: 0, left: 0 },
  };
}

/** The mode that a view is shown in after it, or the person, asked for one: the same as before if it cannot be had. */
export function grantMode(
  asked: McpUiDisplayMode,
  current: McpUiDisplayMode,
  supported: readonly McpUiDisplayMode[] | undefined,
): McpUiDisplayMode {
  return DISPLAY_MODES.includes(asked) && (supported?.includes(asked) ?? true) ? asked : current;
}
