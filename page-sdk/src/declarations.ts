import { type CompiledAction, compileActions, readAvailable } from './action.ts';
import { Addresses } from './addresses.ts';
import type { BlockInput } from './block.ts';
import { readBlock } from './block-content.ts';
import { cleanText } from './clean-text.ts';
import { listAt, recordAt, textAt, titleAt, wrong } from './declaration-error.ts';
import { exposer } from './mask.ts';
import type { Place } from './media-url.ts';
import {
  type AllActions,
  announced,
  areReady,
  type CompiledActions,
  isReady,
  untilReady,
  withWaiting,
} from './offered-actions.ts';
import { overLimit } from './over-limit.ts';
import { LIMITS } from './protocol/limits.ts';
import type { Declared, WindowState } from './protocol/window.ts';
import {
  type ContentChange,
  closeWindow,
  EMPTY,
  exposeAgain,
  localId,
  type NamedContent,
  openWindow,
  type Registry,
  setActions,
  setName,
  updateWindow,
} from './registry.ts';
import { Secrets } from './secrets.ts';
import { ViewDocuments } from './view-documents.ts';
import type { WindowDeclaration, WindowUpdate } from './window-handle.ts';

/**
 * Everything the application has declared, with the functions behind it. Each method checks its whole argument first:
 * a wrong declaration throws and changes nothing.
 */
export class Declarations {
  readonly secrets = new Secrets();
  readonly #place: () => Place | undefined;
  readonly #changed: () => void;
  readonly #addresses = new Addresses(this.secrets);
  readonly #expose = exposer(this.secrets, this.#addresses);
  #actions: AllActions = new Map();
  readonly #views = new ViewDocuments();
  #registry: Registry = EMPTY;

  constructor(place: () => Place | undefined, changed: () => void) {
    this.#place = place;
    this.#changed = changed;
  }

  get declared(): Declared {
    return this.#registry.declared;
  }

  window(id: string): WindowState | undefined {
    return this.declared.windows.find((window) => window.id === id);
  }

  action(windowId: string | null, name: string): CompiledAction | undefined {
    const action = this.#actions.get(windowId)?.get(name);
    return action !== undefined && isReady(action) ? action : undefined;
  }

  /** The document of an announced view; `null` when there is none of that hash, or when it holds a sensitive value. */
  viewDocument(hash: string): string | null {
    const html = this.#views.find(
      hash,
      [...this.#actions.values()].flatMap((actions) => [...actions.values()]),
    );
    return html === undefined || this.secrets.isIn(html) ? null : html;
  }

  setName(name: string): void {
    this.#apply((registry) => setName(registry, name, this.#expose));
  }

  /** Opens a window, or a modal of `owner`: an open window, or `null` for the whole application. */
  open(declaration: WindowDeclaration, owner?: { readonly id: string | null }): string {
    recordAt(declaration, 'declaration', ['title', 'summary', 'blocks', 'actions']);
    const { change, secrets } = this.#read(declaration);
    const { title, actions = {} } = declaration;
    const compiled = compileActions(actions);
    const opening = {
      modal: owner !== undefined,
      ownerId: owner?.id ?? null,
      title: titleAt(title, 'title'),
      change,
      actions: announced(compiled),
    };
    const id = localId(this.#registry.opened + 1);
    this.#offer(id, compiled, (registry) => openWindow(registry, opening, this.#expose));
    this.secrets.declare(id, secrets);
    return id;
  }

  update(id: string, update: WindowUpdate): void {
    recordAt(update, 'change', ['title', 'summary', 'blocks']);
    const { change, secrets } = this.#read(update);
    this.#apply((registry) => updateWindow(registry, id, change, this.#expose));
    if (change.blocks !== undefined) this.secrets.declare(id, secrets);
  }

  setActions(id: string | null, actions: CompiledActions): void {
    this.#offer(id, actions, (registry) => setActions(registry, id, announced(actions), this.#expose));
  }

  setAvailable(id: string, name: string, available: true | string): void {
    const actions = this.#actions.get(id) ?? new Map<string, CompiledAction>();
    const action = actions.get(name);
    if (action === undefined) wrong(name, `is not declared here; there are: ${[...actions.keys()].join(', ')}`);
    const changed = { ...action.announced, available: readAvailable(available, `${name}.available`) };
    this.setActions(id, new Map(actions).set(name, { ...action, announced: changed }));
  }

  /** Closes a window with its modals; returns what was closed, deepest first. */
  close(id: string): string[] {
    if (this.window(id) === undefined) return [];
    const { registry, closed } = closeWindow(this.#registry, id);
    this.#registry = registry;
    const actions = new Map(this.#actions);
    for (const gone of closed) {
      actions.delete(gone);
      this.secrets.declare(gone, []);
    }
    this.#actions = actions;
    this.#changed();
    return closed;
  }

  #apply(change: (registry: Registry) => Registry, actions = this.#actions): void {
    const next = change(this.#registry);
    const problem = overLimit(withWaiting(next.declared, actions, this.#expose));
    if (problem !== undefined) throw new RangeError(problem);
    this.#registry = next;
    this.#actions = actions;
    this.#addresses.tell(next.declared);
    this.#changed();
  }

  /** Remembers the functions behind a set of actions, and announces late what is still loading its validator. */
  #offer(id: string | null, actions: CompiledActions, change: (registry: Registry) => Registry): void {
    this.#apply(change, new Map(this.#actions).set(id, actions));
    this.#views.announce(actions.values());
    if (!areReady(actions)) void this.#announceLate(id, actions);
  }

  async #announceLate(id: string | null, actions: CompiledActions): Promise<void> {
    try {
      await untilReady(actions);
      if (this.#actions.get(id) !== actions) return;
      this.#views.announce(actions.values());
      this.#apply((registry) => setActions(registry, id, announced(actions), this.#expose));
    } catch (error) {
      console.error('[mcp-gui-bridge] actions are not offered', error);
    }
  }

  /** Secrets are hidden everywhere from here on, whatever becomes of the declaration that brought them. */
  #read({ title, summary, blocks }: WindowUpdate): { change: ContentChange; secrets: string[] } {
    const secrets: string[] = [];
    try {
      const content = blocks === undefined ? undefined : this.#readBlocks(blocks, secrets);
      const change = {
        title: title === undefined ? undefined : titleAt(title, 'title'),
        summary: summary === undefined ? undefined : cleanText(textAt(summary, 'summary')),
        blocks: content,
      };
      return { change, secrets };
    } finally {
      if (this.secrets.add(secrets)) {
        this.#registry = exposeAgain(this.#registry, this.#expose);
        this.#changed();
      }
    }
  }

  #readBlocks(blocks: readonly BlockInput[], secrets: string[]): NamedContent[] {
    const { length } = listAt(blocks, 'blocks');
    if (length > LIMITS.blocksPerWindow) {
      wrong(
        'blocks',
        `are ${length}, but a window shows at most ${LIMITS.blocksPerWindow}; put them together or leave some out`,
      );
    }
    const reading = { place: this.#place(), secret: (text: string) => void secrets.push(text) };
    return Array.from(blocks, (block, index) => {
      const content = readBlock(block, `blocks[${index}]`, reading);
      return { kind: block.type, name: block.id, content };
    });
  }
}
