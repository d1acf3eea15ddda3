import { cleanLine, cleanText } from './clean-text.ts';

/** Shorter values, and numbers such as amounts, occur in innocent text: hiding them would tell more than it hides. */
const SHORTEST = 12;
const MOST_SECRETS = 4_096;
const MOST_AGENT_TEXT = 256 * 1024;

const isSearched = (text: string): boolean => text.length >= SHORTEST && !/^\d+$/.test(text);

/** A value as it may appear in cleaned text. */
const readings = (value: string): string[] => [...new Set([cleanText(value), cleanLine(value)])].filter(isSearched);

/**
 * Values declared sensitive in this document, searched for in everything else that leaves it. Values are remembered
 * after their block is gone, because error messages may still repeat them: the newest 4,096 of those, and all that are
 * declared now.
 */
export class Secrets {
  /** By their first twelve characters, so that a search costs the length of the text and not the number of secrets. */
  readonly #byStart = new Map<string, Set<string>>();
  /** The oldest first. */
  readonly #known = new Set<string>();
  readonly #declared = new Map<string, readonly string[]>();
  readonly #fromAgents: string[] = [];
  #agentLength = 0;

  /** Remembers values. Returns whether there is anything new to search for. */
  add(values: readonly string[]): boolean {
    this.#forgetOld();
    return values
      .flatMap(readings)
      .map((text) => this.#remember(text))
      .includes(true);
  }

  /** What a window declares from now on, and none of which is forgotten before it declares something else. */
  declare(windowId: string, values: readonly string[]): void {
    if (values.length === 0) this.#declared.delete(windowId);
    else this.#declared.set(windowId, values.flatMap(readings));
  }

  #forgetOld(): void {
    if (this.#known.size <= MOST_SECRETS) return;
    const declared = new Set([...this.#declared.values()].flat());
    const old = [...this.#known].filter((secret) => !declared.has(secret));
    for (const secret of old.slice(0, -MOST_SECRETS)) this.#forget(secret);
  }

  #remember(secret: string): boolean {
    if (this.#known.delete(secret)) {
      this.#known.add(secret);
      return false;
    }
    if (this.#fromAgents.some((text) => text.includes(secret))) return false;
    this.#known.add(secret);
    const start = secret.slice(0, SHORTEST);
    this.#byStart.set(start, (this.#byStart.get(start) ?? new Set()).add(secret));
    return true;
  }

  #forget(secret: string): void {
    this.#known.delete(secret);
    const start = secret.slice(0, SHORTEST);
    const group = this.#byStart.get(start);
    group?.delete(secret);
    if (group?.size === 0) this.#byStart.delete(start);
  }

  /**
   * What an agent sent is no secret to it. Without this an agent could send a guess and see from the mask whether the
   * page holds that value.
   */
  sentByAgent(text: string): void {
    if (!isSearched(text)) return;
    for (const secret of [...this.#known]) if (text.includes(secret)) this.#forget(secret);
    this.#fromAgents.push(text.slice(0, MOST_AGENT_TEXT));
    this.#agentLength += Math.min(text.length, MOST_AGENT_TEXT);
    while (this.#agentLength > MOST_AGENT_TEXT && this.#fromAgents.length > 1) {
      this.#agentLength -= this.#fromAgents.shift()?.length ?? 0;
    }
  }

  /** Whether cleaned text contains a secret. */
  isIn(text: string): boolean {
    if (this.#known.size === 0) return false;
    for (let at = 0; at + SHORTEST <= text.length; at++) {
      for (const secret of this.#byStart.get(text.slice(at, at + SHORTEST)) ?? []) {
        if (text.startsWith(secret, at)) return true;
      }
    }
    return false;
  }
}
