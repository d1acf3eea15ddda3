import { createContext } from 'preact';
import type { ChatHost } from './chat-host.ts';
import type { Surroundings } from './host-context.ts';
import type { Answer } from './tool-answers.ts';
import type { OfferedAction } from './window-forest.ts';

/** What every part of the view can use. */
export interface ViewTools {
  readonly host: ChatHost;
  readonly surroundings: Surroundings;
  /** Runs an action for the person and lets the model know; never throws. */
  readonly run: (action: OfferedAction, args: Record<string, unknown>, place: Place) => Promise<Answer>;
  /** As `run`, for reading only: nobody is told. */
  readonly load: (tool: string, args: Record<string, unknown>) => Promise<Answer>;
  /** Whether the host lets this view call tools. */
  readonly canRun: boolean;
}

/** Where an action is, and the window's version that the person saw. */
export interface Place {
  readonly name: string;
  readonly version: number | undefined;
}

const nowhere = (): never => {
  throw new Error('outside of the view');
};

export const ViewContext = createContext<ViewTools>({
  host: { say: undefined, open: undefined, setDisplayMode: nowhere, tell: nowhere },
  surroundings: { locale: undefined, displayMode: 'inline', availableDisplayModes: [], maxHeight: undefined },
  run: nowhere,
  load: nowhere,
  canRun: false,
});
