import { RELEASE_VERSION } from '@mcp-gui-bridge/page-sdk/protocol';
import type { Tool } from '@modelcontextprotocol/client';
import { AppBridge, buildAllowAttribute, type McpUiDisplayMode } from '@modelcontextprotocol/ext-apps/app-bridge';
import type { Tap } from '../relay/web-socket-transport.ts';
import { createStore, type Store } from '../state/store.ts';
import { hostCapabilities } from './host-capabilities.ts';
import { grantMode, hostContext, type Place, type Preferences } from './host-context.ts';
import type { ViewDocument } from './load-view.ts';
import { type Delivery, type LifecycleEffect, type Phase, UNBORN, viewLifecycle } from './view-lifecycle.ts';
import {
  addNote,
  answerView,
  canAsk,
  type NumberedNote,
  settleQuestion,
  type ViewNote,
  type ViewServer,
} from './view-requests.ts';
import { ViewTransport } from './view-transport.ts';

export interface ViewOptions {
  readonly document: ViewDocument;
  /** Address of the sandbox proxy, at an origin of its own. */
  readonly sandboxUrl: string;
  readonly tool: Tool;
  readonly server: ViewServer;
  readonly preferences: Preferences;
  readonly tap: Tap;
  /** Called before this view leaves its place in the page, so that the others make room. */
  readonly onStage: () => void;
}

/** What there is to see of a view. */
export interface ViewState {
  readonly phase: Phase;
  readonly mode: McpUiDisplayMode;
  /** Modes that the view says it supports; `undefined` before it says so, or when it does not say. */
  readonly supportedModes: readonly McpUiDisplayMode[] | undefined;
  /** Pixels, as the view wants. */
  readonly height: number;
  readonly name: string | undefined;
  readonly isEarly: boolean;
  readonly notes: readonly NumberedNote[];
}

const FIRST_HEIGHT = 160;
/** A view that does not answer is taken down anyway. */
const TEARDOWN_MS = 3_000;

/** One view on the screen: its frame, and the official bridge to it. */
export class ViewSession {
  readonly state: Store<ViewState> = createStore<ViewState>({
    phase: 'loading',
    mode: 'inline',
    supportedModes: undefined,
    height: FIRST_HEIGHT,
    name: undefined,
    isEarly: false,
    notes: [],
  });
  readonly options: ViewOptions;
  readonly #bridge: AppBridge;
  #resolveEnded = () => {};
  readonly #ended = new Promise<void>((resolve) => {
    this.#resolveEnded = resolve;
  });
  #lifecycle = UNBORN;
  #preferences: Preferences;
  #place: Place = { mode: 'inline', width: 600, height: FIRST_HEIGHT };
  #frame: HTMLIFrameElement | undefined;
  #transport: ViewTransport | undefined;

  constructor(options: ViewOptions) {
    this.options = options;
    this.#preferences = options.preferences;
    this.#bridge = new AppBridge(
      null,
      { name: 'mcp-gui-bridge-agent-console', title: 'Agent console', version: RELEASE_VERSION },
      hostCapabilities(options.document),
      { hostContext: this.#context() },
    );
  }

  /** Puts the view into the page. Its frame must not be moved afterwards, as a moved frame loads anew. */
  async mount(place: HTMLElement): Promise<void> {
    const { sandboxUrl, document: view, server, tap } = this.options;
    const frame = document.createElement('iframe');
    frame.title = `View of ${this.options.tool.title ?? this.options.tool.name}`;
    frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms');
    // Of the sandbox's origin alone; the proxy hands it on to the view.
    frame.allow = buildAllowAttribute(view.meta.permissions);
    frame.referrerPolicy = 'origin';
    frame.src = sandboxUrl;
    place.append(frame);
    this.#frame = frame;
    if (frame.contentWindow === null) throw new Error('The frame was taken out of the page again.');
    this.#transport = new ViewTransport(frame.contentWindow, tap);
    this.#transport.onescape = () => {
      if (this.#place.mode === 'fullscreen') this.setDisplayMode('inline');
    };
    this.#bridge.onsandboxready = () => this.#happened('proxy-ready');
    this.#transport.oninitialize = () => this.#happened('initialize');
    this.#bridge.oninitialized = () => this.#happened('initialized');
    this.#bridge.onrequestteardown = () => void this.end('The view asked for it');
    this.#bridge.onsizechange = ({ height }) => {
      if (height !== undefined) this.#change({ height });
    };
    this.#bridge.onrequestdisplaymode = async ({ mode }) => ({ mode: this.setDisplayMode(mode) });
    answerView(this.#bridge, server, (note) => this.#note(note));
    await this.#bridge.connect(this.#transport);
  }

  /** Something that the view is to know of its call, now or as soon as it lives. */
  deliver(delivery: Delivery): void {
    this.#step(viewLifecycle(this.#lifecycle, { type: 'deliver', delivery }));
  }

  /**
   * Gives the view another display mode if it supports that.
   *
   * @returns the mode that it is shown in then
   */
  setDisplayMode(mode: McpUiDisplayMode): McpUiDisplayMode {
    const current = this.#place.mode;
    const granted = grantMode(mode, current, this.#bridge.getAppCapabilities()?.availableDisplayModes);
    if (granted === current) return current;
    if (granted !== 'inline') this.options.onStage();
    this.#place = { ...this.#place, mode: granted };
    this.#change({ mode: granted });
    this.#tellContext();
    return granted;
  }

  setPreferences(preferences: Preferences): void {
    this.#preferences = preferences;
    this.#tellContext();
  }

  /** @param size pixels of the frame */
  setSize(size: { readonly width: number; readonly height: number }): void {
    this.#place = { ...this.#place, width: Math.round(size.width), height: Math.round(size.height) };
    this.#tellContext();
  }

  toolsChanged(): void {
    if (this.#lifecycle.phase === 'live') void this.#bridge.sendToolListChanged();
  }

  /** The person's word on a question of the view. The first one counts. */
  answer(number: number, allowed: boolean): void {
    const asked = this.state.value.notes.find((noted) => noted.number === number)?.note;
    if (asked?.kind !== 'question') return;
    this.state.update((state) => ({ ...state, notes: settleQuestion(state.notes, number, allowed) }));
    asked.answer(allowed);
  }

  /** Takes the view down, after it has had time to keep what it must not lose. */
  end(reason: string): Promise<void> {
    this.#note({ kind: 'said', text: `Taken down: ${reason}` });
    this.#happened('end');
    return this.#ended;
  }

  #happened(type: 'proxy-ready' | 'initialize' | 'initialized' | 'end' | 'torn-down'): void {
    this.#step(viewLifecycle(this.#lifecycle, { type }));
  }

  #step({ state, effects }: ReturnType<typeof viewLifecycle>): void {
    this.#lifecycle = state;
    this.#change({ phase: state.phase });
    for (const effect of effects) this.#run(effect);
  }

  #run(effect: LifecycleEffect): void {
    const { html, meta } = this.options.document;
    switch (effect.type) {
      case 'load-document':
        void this.#bridge.sendSandboxResourceReady({ html, csp: meta.csp ?? {}, permissions: meta.permissions ?? {} });
        break;
      case 'went-live':
        this.#change({
          name: this.#bridge.getAppVersion()?.name,
          supportedModes: this.#bridge.getAppCapabilities()?.availableDisplayModes,
          isEarly: this.#transport?.isEarly ?? false,
        });
        this.#bridge.setHostContext(this.#context());
        break;
      case 'send':
        void this.#send(effect.delivery);
        break;
      case 'ask-teardown':
        void this.#bridge
          .teardownResource({}, { timeout: TEARDOWN_MS })
          // Refused or not answered: the view has had its time.
          .catch(() => {})
          .then(() => this.#happened('torn-down'));
        break;
      case 'unmount':
        for (const { number } of this.state.value.notes) this.answer(number, false);
        this.#frame?.remove();
        this.#change({ mode: 'inline' });
        void this.#bridge.close();
        this.#resolveEnded();
        break;
    }
  }

  #send(delivery: Delivery): Promise<void> {
    switch (delivery.kind) {
      case 'partial':
        return this.#bridge.sendToolInputPartial({ arguments: delivery.args });
      case 'input':
        return this.#bridge.sendToolInput({ arguments: delivery.args });
      case 'result':
        return this.#bridge.sendToolResult(delivery.result);
      case 'cancelled':
        return this.#bridge.sendToolCancelled({ reason: delivery.reason });
    }
  }

  #context() {
    return hostContext({ tool: this.options.tool }, this.#preferences, this.#place);
  }

  /** Before the view lives it is told by the answer to its `ui/initialize`, and of later changes right after. */
  #tellContext(): void {
    if (this.#lifecycle.phase === 'live') this.#bridge.setHostContext(this.#context());
  }

  #note(note: ViewNote): void {
    if (note.kind === 'question' && !canAsk(this.state.value.notes)) {
      note.answer(false);
      this.#note({ kind: 'said', text: 'Was refused: it asks more before its questions are answered' });
      return;
    }
    this.state.update((state) => ({ ...state, notes: addNote(state.notes, note) }));
  }

  #change(change: Partial<ViewState>): void {
    this.state.update((state) => ({ ...state, ...change }));
  }
}
