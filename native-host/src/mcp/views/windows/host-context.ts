import {
  applyDocumentTheme,
  applyHostFonts,
  applyHostStyleVariables,
  type McpUiDisplayMode,
  type McpUiHostContext,
} from '@modelcontextprotocol/ext-apps';

/** What the view needs to know of where it is shown. */
export interface Surroundings {
  readonly locale: string | undefined;
  readonly displayMode: McpUiDisplayMode;
  readonly availableDisplayModes: readonly McpUiDisplayMode[];
  /** Pixels the view may be high before it has to scroll by itself; `undefined`: as high as it likes. */
  readonly maxHeight: number | undefined;
}

const px = (value: unknown): string => (typeof value === 'number' && value > 0 ? `${value}px` : '0px');

/** A fixed height, or the most; also where an early draft had it. */
function heightOf(context: McpUiHostContext): number | undefined {
  const viewport: unknown = context['viewport'];
  const places: unknown[] = [context.containerDimensions, viewport];
  for (const place of places) {
    if (typeof place !== 'object' || place === null) continue;
    const { height, maxHeight } = place as { height?: unknown; maxHeight?: unknown };
    const given = height ?? maxHeight;
    if (typeof given === 'number' && given > 0) return given;
  }
  return undefined;
}

function validLocale(locale: string | undefined): string | undefined {
  try {
    return locale === undefined ? undefined : Intl.getCanonicalLocales(locale)[0];
  } catch {
    return undefined;
  }
}

/** Reads the host's context; nothing in it is certain to be there. */
export function surroundings(context: McpUiHostContext = {}): Surroundings {
  return {
    locale: validLocale(context.locale),
    displayMode: context.displayMode ?? 'inline',
    availableDisplayModes: context.availableDisplayModes ?? [],
    maxHeight: heightOf(context),
  };
}

/** Makes the document look like its host: theme, colours, fonts, language, safe areas, height. */
export function dress(root: HTMLElement, context: McpUiHostContext = {}): void {
  if (context.theme !== undefined) applyDocumentTheme(context.theme);
  if (context.styles?.variables) applyHostStyleVariables(context.styles.variables);
  if (context.styles?.css?.fonts) applyHostFonts(context.styles.css.fonts);
  const { top, right, bottom, left } = context.safeAreaInsets ?? {};
  for (const [side, inset] of Object.entries({ top, right, bottom, left })) {
    root.style.setProperty(`--safe-${side}`, px(inset));
  }
  const { locale, maxHeight, displayMode } = surroundings(context);
  // Of what pages say; `main` has the language of the view's own words.
  if (locale !== undefined) root.lang = locale;
  root.dataset['displayMode'] = displayMode;
  root.style.setProperty('--room', maxHeight === undefined ? 'none' : `${maxHeight}px`);
}
