import type { ModelEvent } from '@mcp-gui-bridge/page-sdk/protocol';
import type { GuiModel } from '../gui-model.ts';
import { type LinkId, profileOf } from '../mirror.ts';
import type { ViewDocuments } from './view-documents.ts';

/**
 * Sees when this agent may not use a site of a browser any more, and has its documents forgotten. A page that merely closes
 * takes nothing with it; what ends in one browser stays in another.
 */
export class SiteAccess {
  readonly #gui: Pick<GuiModel, 'mirror'>;
  readonly #views: Pick<ViewDocuments, 'forget'>;
  /** Sites of which one page was taken from this agent while another was still there, with their profiles. */
  readonly #revoked = new Set<string>();

  constructor(gui: Pick<GuiModel, 'mirror'>, views: Pick<ViewDocuments, 'forget'>) {
    this.#gui = gui;
    this.#views = views;
  }

  /** To be told before the model is. */
  hostSaid(link: LinkId, event: ModelEvent): void {
    const { mirror } = this.#gui;
    const profileId = profileOf(mirror, link);
    if (profileId === undefined) return;
    if (event.type === 'attached') this.#revoked.delete(`${profileId} ${event.application.origin}`);
    if (event.type !== 'detached') return;
    const pages = mirror.profiles.get(profileId)?.applications;
    const origin = pages?.get(event.appId)?.identity.origin;
    if (pages === undefined || origin === undefined) return;
    const site = `${profileId} ${origin}`;
    if (event.reason === 'revoked') this.#revoked.add(site);
    if ([...pages].some(([id, { identity }]) => id !== event.appId && identity.origin === origin)) return;
    if (this.#revoked.delete(site))
      this.#views.forget((kept) => kept.profileId === profileId && kept.origin === origin);
  }

  /** What the host before this one had shown could be taken back unheard: only what this one shows is still allowed. */
  graceOver(profileId: string): void {
    const profile = this.#gui.mirror.profiles.get(profileId);
    if (profile?.link === undefined) return;
    const shown = new Set([...profile.applications.values()].map(({ identity }) => identity.origin));
    this.#views.forget((kept) => kept.profileId === profileId && kept.link !== profile.link && !shown.has(kept.origin));
  }

  /** The person has sent this agent away. */
  disconnected(link: LinkId): void {
    const profileId = profileOf(this.#gui.mirror, link);
    this.#views.forget((kept) => kept.profileId === profileId);
  }
}
