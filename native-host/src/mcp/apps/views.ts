import type { ActionView } from '@mcp-gui-bridge/page-sdk/protocol';
import { type ReadResourceResult, ResourceNotFoundError } from '@modelcontextprotocol/server';
import type { GuiModel } from '../gui-model.ts';
import type { HelperTool } from '../helper-tool.ts';
import type { ViewedApplication } from '../view.ts';
import { documentMeta, toolMeta, VIEW_MIME_TYPE } from './mcp-apps.ts';
import type { ViewDocuments } from './view-documents.ts';
import { ownViewUri, viewUri } from './view-uri.ts';

/** A view that some tool has had, and the site that declared it. */
interface KnownView {
  readonly origin: string;
  readonly view: ActionView;
}

/** URIs that clients may still hold, although no tool names them any more. */
const URIS_KEPT = 1_024;

/** Each may take `LIMITS.viewMs`. */
const PAGES_ASKED = 3;

const viewsOf = ({ declared }: ViewedApplication): ActionView[] =>
  [declared.actions, ...declared.windows.map(({ actions }) => actions)].flat().flatMap(({ view }) => view ?? []);

export const isViewUri = (uri: string): boolean => uri.startsWith('ui://');

/** What MCP Apps hosts read (`resources/read` of `ui://…`). The views are found through tools and never listed. */
export class Views {
  readonly #gui: GuiModel;
  readonly #documents: () => Pick<ViewDocuments, 'document'>;
  readonly #windowsView: { readonly uri: string; readonly html: string };
  /** By URI, those of the last tool list at the end. */
  readonly #handedOut = new Map<string, KnownView>();

  /** @param windowsView document of the view on `app__read_windows` */
  constructor(gui: GuiModel, documents: () => Pick<ViewDocuments, 'document'>, windowsView: string) {
    this.#gui = gui;
    this.#documents = documents;
    this.#windowsView = { uri: ownViewUri('windows', windowsView), html: windowsView };
  }

  /** The helper tool with the built-in view on it. */
  on(helper: HelperTool): HelperTool {
    const _meta = { ...toolMeta(this.#windowsView.uri) };
    return { ...helper, definition: { ...helper.definition, _meta } };
  }

  /**
   * To be told whenever tools are listed: from now on the client may hold the URIs of their views.
   *
   * @param fetch also their documents, as the client shows views and the page may be gone when it wants to
   */
  listed({ fetch }: { readonly fetch: boolean }): void {
    for (const [uri, known] of this.#declared()) {
      this.#handedOut.delete(uri);
      this.#handedOut.set(uri, known);
      if (fetch) void this.#documentOf(known);
    }
    for (const uri of this.#handedOut.keys()) {
      if (this.#handedOut.size <= URIS_KEPT) return;
      this.#handedOut.delete(uri);
    }
  }

  /** @throws ResourceNotFoundError saying what to do */
  async read(uri: string): Promise<ReadResourceResult> {
    const own = this.#windowsView;
    if (uri === own.uri) {
      const _meta = { ui: { prefersBorder: false } };
      return { contents: [{ uri, mimeType: VIEW_MIME_TYPE, text: own.html, _meta }] };
    }
    const known = this.#declared().get(uri) ?? this.#handedOut.get(uri);
    const text = known && (await this.#documentOf(known));
    if (known === undefined || text === undefined) {
      const why = known ? 'Its page is closed, asleep or busy' : 'No tool has this view';
      throw new ResourceNotFoundError(uri, `${why}. List the tools again for the views there are.`);
    }
    return { contents: [{ uri, mimeType: VIEW_MIME_TYPE, text, _meta: documentMeta(known.view) }] };
  }

  /** The views of all actions that there are now, by URI. */
  #declared(): Map<string, KnownView> {
    return new Map(
      this.#gui.view.applications.flatMap((application) =>
        viewsOf(application).map((view) => {
          const { origin } = application;
          return [viewUri(origin, view), { origin, view }] as const;
        }),
      ),
    );
  }

  /** The page that declares it has it; so may any other page of the site that declared it before. */
  #documentOf({ origin, view: { hash } }: KnownView): Promise<string | undefined> {
    const pages = this.#gui.view.applications.filter((page) => page.origin === origin && page.state === 'live');
    const declares = (page: ViewedApplication) => viewsOf(page).some((view) => view.hash === hash);
    const asked = [...pages.filter(declares), ...pages.filter((page) => !declares(page))].slice(0, PAGES_ASKED);
    return this.#documents().document(
      origin,
      hash,
      asked.map(({ id }) => id),
    );
  }
}
