import * as z from 'zod';
import { Block } from './block.ts';
import { ApplicationCondition } from './window.ts';

/** URI of the protocol's single resource (§4.1). */
export const WINDOWS_URI = 'app://windows';

/** A window as agents read it (protocol §4.2) plus `appId`. */
export const SnapshotWindow = z.object({
  id: z.string(),
  appId: z.string(),
  title: z.string(),
  modal: z.boolean(),
  ownerId: z.string().nullable(),
  version: z.int(),
  summary: z.string().optional(),
  blocks: z.array(Block),
});
export type SnapshotWindow = z.infer<typeof SnapshotWindow>;

export const SnapshotApplication = z.object({
  id: z.string(),
  name: z.string(),
  origin: z.string(),
  browser: z.string(),
  state: ApplicationCondition,
  reason: z.string().optional(),
});
export type SnapshotApplication = z.infer<typeof SnapshotApplication>;

/** The JSON text of `app://windows` (protocol §4.2) plus the applications that the windows belong to. */
export const Snapshot = z.object({
  operableWindowIds: z.array(z.string()),
  windows: z.array(SnapshotWindow),
  applications: z.array(SnapshotApplication),
});
export type Snapshot = z.infer<typeof Snapshot>;
