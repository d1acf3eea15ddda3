import { type Actions, type CompiledAction, compileActions } from './action.ts';
import type { Bridge, BridgeOptions, BridgeStatus } from './bridge.ts';
import type { CallEvent } from './call-event.ts';
import { type Channel, connectChannel } from './channel.ts';
import type { Connection } from './connection.ts';
import { functionAt, recordAt, titleAt } from './declaration-error.ts';
import { Declarations } from './declarations.ts';
import type { PageEnvironment } from './environment.ts';
import { Listeners } from './listeners.ts';
import type { PageToWorker, WorkerToPage } from './protocol/page-hop.ts';
import type { Settler } from './settle.ts';
import { type WindowDeclaration, type WindowHandle, type WindowKeeper, windowHandle } from './window-handle.ts';

/** What one `createBridge` has declared. */
interface Tenant {
  readonly name: string;
  readonly windows: Set<string>;
  actions: ReadonlyMap<string, CompiledAction>;
}

/**
 * One document: all bridges of it share its windows, its connection and its journal. It outlives its bridges, so that
 * opening numbers are never used again and no call runs twice.
 */
export class Page {
  readonly #environment: PageEnvironment;
  readonly #declarations: Declarations;
  readonly #tenants = new Set<Tenant>();
  readonly #settlers = new Set<Settler>();
  readonly #statusListeners = new Listeners<BridgeStatus>();
  readonly #callListeners = new Listeners<CallEvent>();
  #connecting: Promise<void> | undefined;
  #connection: Connection | undefined;
  #post: ((message: PageToWorker) => void) | undefined;
  #channel: Channel | undefined;
  #status: BridgeStatus = 'absent';

  constructor(environment: PageEnvironment) {
    this.#environment = environment;
    const place = () => {
      const base = environment.baseUrl();
      return base === undefined ? undefined : { origin: environment.origin, base };
    };
    this.#declarations = new Declarations(place, () => this.#connection?.changed());
  }

  createBridge(options: BridgeOptions): Bridge {
    const { name, actions: given = {} } = recordAt(options, 'options', ['name', 'actions']);
    const tenant: Tenant = { name: titleAt(name, 'name'), windows: new Set(), actions: new Map() };
    const actions = compileActions(given as Actions);
    const [first] = this.#tenants;
    if (first === undefined) this.#declarations.setName(tenant.name);
    else if (first.name !== tenant.name) {
      console.warn(`[mcp-gui-bridge] this document is already called "${first.name}"; "${tenant.name}" joins it`);
    }
    this.#offer([...this.#tenants, { ...tenant, actions }]);
    tenant.actions = actions;
    this.#tenants.add(tenant);
    this.#channel ??= connectChannel(this.#environment, {
      opened: (post) => void this.#attach(post),
      closed: () => {
        this.#post = undefined;
        this.#connection?.detach();
        this.#setStatus('absent');
      },
      received: (message) => this.#receive(message),
    });
    return this.#bridgeOf(tenant);
  }

  /** The first time, what serves agents is loaded; the link may be gone or replaced by then. */
  async #attach(post: (message: PageToWorker) => void): Promise<void> {
    this.#post = post;
    this.#connecting ??= this.#connect();
    await this.#connecting;
    if (this.#post === post) this.#connection?.attach(post);
  }

  async #connect(): Promise<void> {
    try {
      const { Connection } = await import('./connection.ts');
      this.#connection = new Connection({
        declarations: this.#declarations,
        settlers: this.#settlers,
        status: () => this.#status,
        emit: (event) => this.#callListeners.tell(event),
        now: () => this.#environment.now(),
      });
    } catch (error) {
      this.#connecting = undefined;
      console.error('[mcp-gui-bridge] agents cannot use this page: a part of the SDK could not be loaded', error);
    }
  }

  #receive(message: WorkerToPage): void {
    if (message.type === 'status') this.#setStatus(message.status);
    else if (message.type === 'refused') console.error(`[mcp-gui-bridge] ${message.message}`);
    else this.#connection?.receive(message);
  }

  #setStatus(status: BridgeStatus): void {
    if (status === this.#status) return;
    this.#status = status;
    this.#statusListeners.tell(status);
  }

  /** Announces the actions of all bridges; of two with one name the later bridge's counts. */
  #offer(tenants: readonly Tenant[]): void {
    this.#declarations.setActions(null, new Map(tenants.flatMap(({ actions }) => [...actions])));
  }

  #open(tenant: Tenant, declaration: WindowDeclaration, owner?: { readonly id: string | null }): WindowHandle {
    this.#checkInUse(tenant);
    const id = this.#declarations.open(declaration, owner);
    tenant.windows.add(id);
    this.#connection?.windowOpened(id, this.#environment.isPersonActing());
    return windowHandle(this.#keeperOf(tenant), id);
  }

  #close(id: string): void {
    const closed = this.#declarations.close(id);
    for (const tenant of this.#tenants) for (const gone of closed) tenant.windows.delete(gone);
    this.#connection?.ended(closed);
  }

  #keeperOf(tenant: Tenant): WindowKeeper {
    return {
      find: (id) => this.#declarations.window(id),
      update: (id, change) => this.#declarations.update(id, change),
      openModal: (id, declaration) => this.#open(tenant, declaration, { id }),
      setActions: (id, actions) => this.#declarations.setActions(id, compileActions(actions)),
      setAvailable: (id, action, available) => this.#declarations.setAvailable(id, action, available),
      close: (id) => this.#close(id),
    };
  }

  #dispose(tenant: Tenant): void {
    if (!this.#tenants.delete(tenant)) return;
    for (const id of [...tenant.windows]) this.#close(id);
    const [first] = this.#tenants;
    this.#offer([...this.#tenants]);
    if (first !== undefined) {
      this.#declarations.setName(first.name);
      return;
    }
    this.#connection?.ended([null]);
    this.#connection?.sayGoodbye();
    this.#connection?.detach();
    this.#post = undefined;
    this.#channel?.close();
    this.#channel = undefined;
    this.#setStatus('absent');
  }

  #bridgeOf(tenant: Tenant): Bridge {
    const page = this;
    const own: (() => void)[] = [];
    const kept = (unsubscribe: () => void): (() => void) => {
      own.push(unsubscribe);
      return unsubscribe;
    };
    return {
      get status() {
        return page.#tenants.has(tenant) ? page.#status : 'absent';
      },
      onStatus: (listener) => kept(page.#statusListeners.add(functionAt(listener, 'listener'))),
      onCall: (listener) => kept(page.#callListeners.add(functionAt(listener, 'listener'))),
      openWindow: (declaration) => page.#open(tenant, declaration as WindowDeclaration),
      openAppModal: (declaration) => page.#open(tenant, declaration as WindowDeclaration, { id: null }),
      setActions: (actions) => {
        page.#checkInUse(tenant);
        const changed = compileActions(actions as Actions);
        page.#offer([...page.#tenants].map((other) => (other === tenant ? { ...tenant, actions: changed } : other)));
        tenant.actions = changed;
      },
      onSettle: (idle) => {
        functionAt(idle, 'idle');
        const settler: Settler = () => idle();
        page.#settlers.add(settler);
        return kept(() => void page.#settlers.delete(settler));
      },
      dispose: () => {
        page.#dispose(tenant);
        for (const unsubscribe of own) unsubscribe();
      },
    };
  }

  #checkInUse(tenant: Tenant): void {
    if (!this.#tenants.has(tenant)) throw new Error('This bridge was disposed; create a new one');
  }
}
