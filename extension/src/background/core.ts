import { type HostToExtension, type PageToWorker, WIRE_VERSION } from '@mcp-gui-bridge/page-sdk/protocol';
import * as z from 'zod';
import { Handles, profileMac } from '../model/handles.ts';
import { Activity } from './activity.ts';
import { AttachedDocuments } from './attached-documents.ts';
import { Bridge } from './bridge.ts';
import type { BrowserApi } from './browser-api.ts';
import { Consent } from './consent.ts';
import { ContentScripts } from './content-scripts.ts';
import { Credits } from './credits.ts';
import { Decisions } from './decisions.ts';
import type { ExtensionOptions } from './extension.ts';
import { Guard } from './guard.ts';
import { HostLink } from './host-link.ts';
import { HostTrust } from './host-trust.ts';
import { loadIdentity, type ProfileIdentity } from './identity.ts';
import { Roster } from './roster.ts';
import { TabHealth } from './tab-health.ts';
import type { PageIdentity, TabPorts } from './tab-ports.ts';
import { Toolbar } from './toolbar.ts';

const StoredFailures = z.int().min(0).catch(0);

type HostMessage = Exclude<HostToExtension, { type: 'hello' | 'pong' }>;

interface Loaded {
  readonly identity: ProfileIdentity;
  readonly attached: AttachedDocuments;
  readonly decisions: Decisions;
  readonly activity: Activity;
  readonly trust: HostTrust;
  readonly failures: number;
}

/** The parts of the worker, joined. Exists once storage has been read; keeps nothing that a successor could not rebuild. */
export class Core {
  readonly consent: Consent;
  readonly decisions: Decisions;
  readonly activity: Activity;
  readonly roster: Roster;
  readonly guard: Guard;
  readonly health: TabHealth;
  readonly link: HostLink;
  readonly trust: HostTrust;
  readonly bridge: Bridge;
  readonly #ports: TabPorts;
  readonly #toolbar: Toolbar;
  readonly #seen: () => void;

  /** @param seen something that people may be looking at has changed */
  private constructor(api: BrowserApi, options: ExtensionOptions, ports: TabPorts, seen: () => void, loaded: Loaded) {
    const { identity, attached, decisions, activity, trust, failures } = loaded;
    const { now, after, browser } = options;
    const handles = new Handles(profileMac(identity.key));
    this.#ports = ports;
    this.#seen = seen;
    this.#toolbar = new Toolbar(api, after);
    this.decisions = decisions;
    this.activity = activity;
    this.trust = trust;
    this.roster = new Roster(decisions, (message) => this.link.send(message), now);
    const frameSites = () => [...decisions.sites].flatMap(([origin, { frames }]) => (frames ? [origin] : []));
    this.consent = new Consent(api, new ContentScripts(api, options.contentScript), now, frameSites, {
      withdrawn: () => this.withdrawn(),
      changed: () => this.changed(),
    });
    this.health = new TabHealth(after, {
      pages: (tabId) => ports.pages((page) => page.tabId === tabId),
      ping: (documentId, id) => ports.send(documentId, { type: 'ping', id }),
      suspended: (documentId, suspended) => this.bridge.suspended(documentId, suspended),
      gone: (documentId) => this.gone(documentId),
    });
    this.bridge = new Bridge({
      ports,
      health: this.health,
      credits: new Credits((documentId) => ports.send(documentId, { type: 'credit' }), after),
      attaches: new Credits(() => {}, after),
      handles,
      browser,
      sendToHost: (message) => {
        activity.told(message);
        this.link.send(message);
      },
      changed: ({ applications }) => {
        attached.update(applications.keys());
        this.guard.recheck();
        this.changed();
      },
    });
    this.guard = new Guard({
      decisions,
      activity,
      windows: api.windows,
      promptPage: api.runtime.getURL('src/prompt/index.html'),
      now,
      model: () => this.bridge.model,
      allowedSites: () => this.#sites,
      sendToHost: (message) => this.link.send(message),
      pass: (message) => this.bridge.fromHost(message),
      refuse: (call, error) => this.bridge.refuse(call, error),
      changed: () => this.changed(),
      policyChanged: () => this.decided(),
    });
    const { version } = api.runtime.getManifest();
    const extension = { version, browser, profileId: identity.profileId, generation: identity.generation };
    const host = {
      hello: () => ({
        type: 'hello' as const,
        wire: WIRE_VERSION,
        extension,
        expected: attached.missing.map((documentId) => handles.application(documentId, () => false)),
      }),
      mayGoOn: (installation: string) => trust.meet(installation),
      up: () => {
        this.roster.hostUp();
        this.bridge.hostUp();
      },
      message: (message: HostMessage) => this.#fromHost(message),
      changed: () => {
        const { phase, failures: counted } = this.link.status;
        if (phase !== 'up') {
          this.roster.hostGone();
          this.guard.hostGone();
        }
        void api.storage.session.set({ linkFailures: phase === 'up' ? 0 : counted });
        this.changed();
      },
    };
    this.link = new HostLink(api.runtime, options, host, failures);
  }

  /** Reads what is stored, then reaches for the host and the open pages. */
  static async load(api: BrowserApi, options: ExtensionOptions, ports: TabPorts, seen: () => void): Promise<Core> {
    const { local, session } = api.storage;
    // Content scripts could read and write it, and so could a renderer that was taken over. A browser that has no switch
    // for this, or refuses, is no reason not to start.
    await local.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' }).catch(() => {});
    const attached = new AttachedDocuments(session);
    const decisions = new Decisions(local);
    const trust = new HostTrust(local);
    let core: Core | undefined;
    const activity = new Activity(session, options, () => core?.changed());
    const [identity, stored] = await Promise.all([
      loadIdentity(local, options.randomBytes),
      session.get('linkFailures'),
      attached.load(options.after),
      decisions.load(),
      activity.load(),
      trust.load(),
    ]);
    const failures = StoredFailures.parse(stored['linkFailures']);
    core = new Core(api, options, ports, seen, { identity, attached, decisions, activity, trust, failures });
    await core.consent.load();
    core.decided();
    core.link.start();
    void core.consent.repair();
    return core;
  }

  allows({ origin, isFrame }: PageIdentity): boolean {
    return this.consent.allows(origin) && (!isFrame || this.decisions.site(origin).frames === true);
  }

  message(page: PageIdentity, message: PageToWorker): void {
    this.bridge.fromPage(page, message);
  }

  gone(documentId: string, reason: 'closed' | 'revoked' | 'protocol_error' = 'closed'): void {
    this.bridge.gone(documentId, reason);
  }

  /** Sites that were allowed, and those that this build allows and that are open. */
  get #sites(): readonly string[] {
    return [...this.consent.sites, ...[...this.bridge.model.applications.values()].map(({ origin }) => origin)];
  }

  /** Sites that are not allowed any more are let go and forgotten, all in one step. */
  withdrawn(): void {
    this.decisions.keepSites((origin) => this.consent.allows(origin));
    this.letGo();
    this.decided();
  }

  /** Pages and frames that may not be spoken with any more. */
  letGo(): void {
    for (const { documentId } of this.#ports.pages((page) => !this.allows(page))) {
      this.bridge.gone(documentId, 'revoked');
    }
  }

  pause(paused: boolean): void {
    this.decisions.pause(paused);
    this.decided();
  }

  /** What the person has decided counts from now on, for pages, host and open questions. */
  decided(): void {
    const { decisions } = this;
    this.bridge.decided(decisions.paused, decisions.policy(this.consent.fixed));
    this.roster.tellRules();
    this.guard.recheck();
    this.changed();
  }

  /** Something has changed that a person may see. */
  changed(): void {
    this.#toolbar.show({
      questions: this.guard.prompts.count,
      hostChanged: this.trust.stranger !== null,
      paused: this.decisions.paused,
      newAgents: this.decisions.agents.filter(({ isNew, blocked }) => isNew && !blocked).length,
      acting: this.activity.isActing,
    });
    this.#seen();
  }

  #fromHost(message: HostMessage): void {
    switch (message.type) {
      case 'agents':
        this.roster.heard(message.agents);
        this.changed();
        break;
      case 'consent':
        this.guard.consent(message);
        break;
      case 'call':
        this.guard.call(message);
        break;
      case 'call_over':
        this.guard.over(message);
        break;
      default:
        this.bridge.fromHost(message);
    }
  }
}
