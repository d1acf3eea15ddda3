import * as z from 'zod';
import { covers, isFulfilled, isWebOrigin, permissionPattern, scriptPattern, type Wish } from '../model/grants.ts';
import type { BrowserApi, Surroundings } from './browser-api.ts';
import { type ContentScripts, tabPatterns } from './content-scripts.ts';

const StoredGrants = z.array(z.string().refine(isWebOrigin)).catch([]);
const StoredWish = z.object({ origin: z.string(), at: z.number() }).nullable().catch(null);

/** `fixed`: allowed by this build's manifest, nothing to take back here. */
export type SiteConsent = 'no' | 'yes' | 'fixed';

export interface ConsentListener {
  /** Some sites may not be spoken with any more, from this moment on. */
  withdrawn(): void;
  changed(): void;
}

/**
 * Which sites agents may use: those that a person allowed, by exact origin, and for which the browser still gives its
 * host permission. Either alone is nothing.
 */
export class Consent {
  readonly #api: BrowserApi;
  readonly #scripts: ContentScripts;
  readonly #now: Surroundings['now'];
  readonly #frameSites: () => readonly string[];
  readonly #listener: ConsentListener;
  /** Match patterns that the manifest itself asks for: the development build's local addresses. */
  readonly #fixed: readonly string[];
  #grants = new Set<string>();
  #permitted: readonly string[] = [];

  /** @param frameSites sites, allowed or not, whose frames take part too */
  constructor(
    api: BrowserApi,
    scripts: ContentScripts,
    now: Surroundings['now'],
    frameSites: () => readonly string[],
    listener: ConsentListener,
  ) {
    this.#api = api;
    this.#scripts = scripts;
    this.#now = now;
    this.#frameSites = frameSites;
    this.#listener = listener;
    this.#fixed = api.runtime.getManifest().host_permissions ?? [];
  }

  /** Match patterns that this build allows by itself. */
  get fixed(): readonly string[] {
    return this.#fixed;
  }

  /** Sites that a person has allowed, in the order of their names. */
  get sites(): readonly string[] {
    return this.#allowedGrants().sort();
  }

  async load(): Promise<void> {
    const [stored, permissions] = await Promise.all([
      this.#api.storage.local.get('grants'),
      this.#api.permissions.getAll(),
    ]);
    this.#grants = new Set(StoredGrants.parse(stored['grants']));
    this.#permitted = permissions.origins ?? [];
  }

  /** Repairs the registration and reaches the tabs that are open. */
  async repair(): Promise<void> {
    await this.register();
    const fixed = this.#fixed.filter((pattern) => this.#permitted.includes(pattern));
    await this.#scripts.inject((origin) => this.allows(origin), [...fixed, ...tabPatterns(this.#allowedGrants())]);
  }

  of(origin: string): SiteConsent {
    if (!this.#isPermitted(origin)) return 'no';
    if (this.#isFixed(origin)) return 'fixed';
    return this.#grants.has(origin) ? 'yes' : 'no';
  }

  allows(origin: string): boolean {
    return this.of(origin) !== 'no';
  }

  /**
   * A person allows a site in the popup, which asks the browser in the same click and is closed by the browser's
   * dialog: unless the permission is there already, `permissionsAdded` comes back to this wish.
   */
  async wish(origin: string): Promise<void> {
    if (!isWebOrigin(origin)) return;
    if (this.#isPermitted(origin)) return this.#grant(origin);
    // Nothing tells that a dialog was declined, so a wish ends the one before, which its permission could fulfil too.
    await this.#remember({ origin, at: this.#now() });
    // The dialog may have been answered while the wish was being written.
    await this.permissionsAdded();
  }

  async permissionsAdded(): Promise<void> {
    this.#permitted = (await this.#api.permissions.getAll()).origins ?? [];
    const wish = StoredWish.parse((await this.#api.storage.session.get('wish'))['wish']);
    if (wish === null || !isFulfilled(wish, this.#permitted, this.#now())) return;
    await this.#remember(null);
    await this.#grant(wish.origin);
  }

  /** The browser took permissions back: said to all before anything is awaited. */
  async permissionsRemoved(patterns: readonly string[]): Promise<void> {
    this.#permitted = this.#permitted.filter((pattern) => !patterns.includes(pattern));
    this.#grants = new Set(this.#allowedGrants());
    this.#listener.withdrawn();
    this.#permitted = (await this.#api.permissions.getAll()).origins ?? [];
    await this.#save();
  }

  /** A person takes a site back. */
  async withdraw(origin: string): Promise<void> {
    if (!this.#grants.delete(origin)) return;
    this.#listener.withdrawn();
    await this.#store();
    await Promise.all([this.#giveBack(permissionPattern(origin)), this.register()]);
  }

  async #giveBack(pattern: string): Promise<void> {
    const isShared = [...this.#grants].some((other) => permissionPattern(other) === pattern);
    if (isShared || this.#fixed.includes(pattern)) return;
    // A browser that keeps the permission, as one that an administrator gave, changes nothing: alone it allows nothing.
    await this.#api.permissions.remove({ origins: [pattern] }).catch(() => false);
  }

  async #grant(origin: string): Promise<void> {
    this.#grants.add(origin);
    await this.#save();
    await this.#scripts.inject((other) => other === origin, tabPatterns([origin]));
  }

  async #save(): Promise<void> {
    await this.#store();
    await this.register();
  }

  async #store(): Promise<void> {
    await this.#api.storage.local.set({ grants: [...this.#grants] });
    this.#listener.changed();
  }

  /** Makes the browser's registration agree with what is allowed. Where it cannot, no page says a thing; all else goes on. */
  async register(): Promise<void> {
    const fixed = this.#fixed.filter((pattern) => this.#permitted.includes(pattern));
    const frames = this.#frameSites().filter((origin) => this.allows(origin));
    const pages = this.#allowedGrants().filter((origin) => !frames.includes(origin));
    try {
      await this.#scripts.register([...fixed, ...pages.map(scriptPattern)], frames.map(scriptPattern));
    } catch (error) {
      console.error('[mcp-gui-bridge] the browser did not take the content scripts', error);
    }
  }

  #allowedGrants(): string[] {
    return [...this.#grants].filter((origin) => this.#isPermitted(origin));
  }

  #remember(wish: Wish | null): Promise<void> {
    return this.#api.storage.session.set({ wish });
  }

  #isPermitted(origin: string): boolean {
    return this.#permitted.some((pattern) => covers(pattern, origin));
  }

  #isFixed(origin: string): boolean {
    return this.#fixed.some((pattern) => covers(pattern, origin));
  }
}
