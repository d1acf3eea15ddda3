/** What the button in the toolbar has to tell, the most pressing first. */
export interface BadgeFacts {
  /** Questions that wait for the person. */
  readonly questions: number;
  /** Another installation of the host waits to be trusted. */
  readonly hostChanged: boolean;
  readonly paused: boolean;
  /** Agents that the person has not looked at. */
  readonly newAgents: number;
  /** An agent is doing something now. */
  readonly acting: boolean;
}

export type BadgeMeaning = 'question' | 'host_changed' | 'paused' | 'new_agent' | 'acting' | 'quiet';

export interface Badge {
  readonly meaning: BadgeMeaning;
  readonly text: string;
  readonly color: string;
}

/** At most four characters fit. */
export function badgeOf({ questions, hostChanged, paused, newAgents, acting }: BadgeFacts): Badge {
  if (questions > 0) return { meaning: 'question', text: '?', color: '#b3261e' };
  if (hostChanged) return { meaning: 'host_changed', text: '!', color: '#b3261e' };
  if (paused) return { meaning: 'paused', text: 'II', color: '#535c69' };
  if (newAgents > 0) return { meaning: 'new_agent', text: `+${Math.min(newAgents, 99)}`, color: '#1f5fd0' };
  if (acting) return { meaning: 'acting', text: '•••', color: '#156c3a' };
  return { meaning: 'quiet', text: '', color: '#535c69' };
}
