import { NotApplicable } from './check.ts';
import type { SeenSnapshot } from './seen.ts';
import type { Session } from './session.ts';

/**
 * Reads again and again, at each notification and a little later without one, until `find` finds something.
 *
 * @throws NotApplicable when it never does
 */
export async function readUntil<T>(session: Session, find: (snapshot: SeenSnapshot) => T | undefined): Promise<T> {
  const { notification } = session.patience;
  const deadline = performance.now() + notification;
  for (;;) {
    const found = find(await session.read());
    if (found !== undefined) return found;
    const left = deadline - performance.now();
    if (left <= 0) throw new NotApplicable('the change never came to be read');
    const { notifications } = session.connection;
    const seen = notifications.length;
    await session.connection.until(() => notifications.length > seen, Math.min(left, notification / 10));
  }
}
