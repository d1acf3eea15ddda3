import { agentAccess, awaitsAcceptance } from '../model/agent-records.ts';
import type { BrowserApi, Surroundings } from './browser-api.ts';
import type { Core } from './core.ts';
import { PanelView } from './panel-view.ts';
import type { AgentRow, OptionsState, PromptState, SiteRow, View, WorkerToPerson } from './person-hop.ts';
import type { OpenView, PersonAct, PersonPortsListener } from './person-ports.ts';
import { popupState } from './popup-state.ts';
import { PopupView } from './popup-view.ts';
import type { PageIdentity, TabPorts } from './tab-ports.ts';

type PopupLook = Extract<View, { view: 'popup' }>;

/** What our own pages show, and what people do there. */
export class Views implements PersonPortsListener {
  readonly #core: Core;
  readonly #ports: TabPorts;
  readonly #after: Surroundings['after'];
  readonly #extensionVersion: string;

  constructor(core: Core, ports: TabPorts, after: Surroundings['after'], runtime: BrowserApi['runtime']) {
    this.#core = core;
    this.#ports = ports;
    this.#after = after;
    this.#extensionVersion = runtime.getManifest().version;
  }

  open(view: View, post: (message: WorkerToPerson) => void): OpenView {
    const { bridge, activity, decisions, guard } = this.#core;
    switch (view.view) {
      case 'popup':
        return this.#openPopup(view, post);
      case 'panel': {
        const state = () => ({ paused: decisions.paused, waiting: guard.prompts.count, agents: this.#agents() });
        const facts = () => ({
          state: state(),
          model: bridge.model,
          log: activity.log,
        });
        return new PanelView(facts, post, this.#after);
      }
      case 'options':
        return { refresh: () => post({ view: 'options', state: this.#options() }), close: () => this.#looked() };
      case 'prompt':
        return { refresh: () => post({ view: 'prompt', state: this.#prompt() }), close: () => {} };
    }
  }

  act(message: PersonAct): void {
    const { consent, decisions, guard, activity, link, roster, trust } = this.#core;
    switch (message.type) {
      case 'allow':
        void consent.wish(message.origin);
        return;
      case 'withdraw':
        void consent.withdraw(message.origin);
        return;
      case 'retry':
        link.retry(true);
        return;
      case 'trust_host':
        if (trust.accept(message.installation)) link.retry(true);
        return;
      case 'pause':
        this.#core.pause(message.on);
        return;
      case 'prefer':
        decisions.prefer(withoutUndefined(message.change));
        break;
      case 'decide_site':
        decisions.decideSite(message.origin, message.decision);
        this.#core.letGo();
        void consent.register();
        break;
      case 'decide_agent':
        decisions.decideAgent(message.key, withoutUndefined(message.decision));
        break;
      case 'forget_agent':
        decisions.forgetAgent(message.key);
        break;
      case 'disconnect':
        roster.disconnect(message.process);
        return;
      case 'revoke_grant':
        decisions.revokeGrant(message.key);
        break;
      case 'answer':
        guard.prompts.answer(message.callId, message.choice);
        return;
      case 'show_prompt':
        guard.prompts.show();
        return;
      case 'clear_log':
        activity.clear();
        return;
    }
    this.#core.decided();
  }

  #openPopup(look: PopupLook, post: (message: WorkerToPerson) => void): OpenView {
    const { link, health } = this.#core;
    link.retry(false);
    link.look();
    return new PopupView(
      {
        state: (isAlive) => this.#popup(look, isAlive),
        isAlive: async () => {
          const page = this.#pageOf(look);
          return page !== undefined && health.isAlive(page.documentId);
        },
        looked: () => this.#looked(),
      },
      post,
    );
  }

  /** The person has seen the agents, and looks no more. */
  #looked(): void {
    this.#core.decisions.noticeAgents();
    this.#core.changed();
  }

  #popup(look: PopupLook, isAlive: boolean | undefined) {
    const { consent, decisions, guard, bridge, link, roster, trust } = this.#core;
    const { origin } = look;
    const page = this.#pageOf(look);
    return popupState({
      origin,
      consent: origin === null ? 'no' : consent.of(origin),
      paused: decisions.paused,
      waiting: guard.prompts.count,
      stranger: trust.stranger,
      application: page && bridge.model.applications.get(page.documentId),
      isAlive,
      extensionVersion: this.#extensionVersion,
      host: link.status,
      connected: roster.connected,
      agents: this.#agents(),
    });
  }

  #options(): OptionsState {
    const { consent, decisions } = this.#core;
    const { paused, preferences, grants } = decisions;
    return { paused, preferences, quiet: consent.fixed, sites: this.#sites(), agents: this.#agents(), grants };
  }

  /** Allowed sites, and those of this build that are open or that something was decided about. */
  #sites(): SiteRow[] {
    const { consent, decisions } = this.#core;
    const open = this.#ports.pages(() => true).map(({ origin }) => origin);
    const all = new Set([...consent.sites, ...decisions.sites.keys(), ...open]);
    return [...all].sort().map((origin) => {
      const { ask, frames } = decisions.site(origin);
      return { origin, consent: consent.of(origin), ask: ask ?? null, frames: frames === true };
    });
  }

  #prompt(): PromptState {
    const { prompts } = this.#core.guard;
    const { current } = prompts;
    return {
      question: current === undefined ? null : { ...current.shown, callId: current.call.callId },
      waiting: prompts.count,
    };
  }

  /** Connected agents first, the newest at the top. */
  #agents(): AgentRow[] {
    const { decisions, roster } = this.#core;
    const { newcomers } = decisions.preferences;
    const rows = decisions.agents.map((record): AgentRow => {
      const own = roster.connected.filter(({ key }) => key === record.key);
      return {
        ...record,
        access: agentAccess(record, newcomers),
        awaitsAcceptance: awaitsAcceptance(record, newcomers),
        connections: own.map(({ id, process, since, calls }) => ({ id, process, since, calls })),
      };
    });
    const rank = ({ connections, lastSeen }: AgentRow) => (connections.length > 0 ? 1e15 : 0) + lastSeen;
    return rows.sort((a, b) => rank(b) - rank(a));
  }

  #pageOf({ tabId, origin }: PopupLook): PageIdentity | undefined {
    return this.#ports.pages((page) => page.tabId === tabId && page.origin === origin && !page.isFrame)[0];
  }
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Members that are missing and members that are `undefined` mean the same on a port. */
function withoutUndefined<T extends object>(object: T): Given<T> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Given<T>;
}
