import { LIMITS } from '@mcp-gui-bridge/page-sdk/protocol';
import type { ReportProgress } from './operate.ts';

/** Pages may report as often as they like; a client is told this often at most. */
const LEAST_MS = 100;

/** Progress must grow with every report, whatever a page says or however long it is silent. */
export const growing = (last: number, wanted: number): number =>
  wanted > last ? wanted : last + Math.max(1e-6, Math.abs(last) * 1e-9);

export interface ProgressReports {
  readonly report: ReportProgress;
  close(): void;
}

/** What is sent to the client, as the MCP progress notification's parameters without the token. */
export interface ProgressReport {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** Reports a page's progress, and every 10 s that the call is still waited for, until closed. */
export function progressReports(send: (report: ProgressReport) => void): ProgressReports {
  let last = 0;
  let reportedAt = Number.NEGATIVE_INFINITY;
  const report: ReportProgress = (said) => {
    const now = performance.now();
    const complete = said?.total !== undefined && said.done >= said.total;
    if (said !== undefined && !complete && now - reportedAt < LEAST_MS) return;
    reportedAt = now;
    last = growing(last, said?.done ?? last);
    send({
      progress: last,
      ...(said?.total !== undefined && { total: said.total }),
      ...(said?.message !== undefined && { message: said.message }),
    });
  };
  const timer = setInterval(() => report(undefined), LIMITS.progressEveryMs);
  timer.unref();
  return { report, close: () => clearInterval(timer) };
}
