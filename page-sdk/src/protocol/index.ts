/** The words of the bridge: everything that crosses a boundary, and the rules that every part must agree on. */
export {
  CallAnswer,
  ErrorCode,
  FieldError,
  Outcome,
  Reason,
  ToolError,
  ToolSuccess,
} from './answer.ts';
export { Block, BlockReference, type BlockType, type Severity } from './block.ts';
export {
  AgentKey,
  AgentName,
  ApplicationCall,
  CallId,
  History,
  HistoryRequest,
  NAMELESS,
  PageCall,
  PastCall,
  ProcessId,
  Progress,
  Recalled,
} from './call.ts';
export { type CheckedMessage, checkMessage, type MessageUnion } from './check-message.ts';
export { Chunk, type PartialMessage, takeFrame, toFrames } from './chunks.ts';
export { applyChange, ChangeError, diffDeclared, type Received } from './declared-change.ts';
export {
  AccessRules,
  AgentAccess,
  AgentSeen,
  ApplicationIdentity,
  ConnectedAgent,
  ConsentVerdict,
  ExtensionIdentity,
  ExtensionToHost,
  GoneReason,
  HostToExtension,
  InstallationFingerprint,
  ModelEvent,
} from './host-hop.ts';
export { EXTENSION_ID, EXTENSION_KEY, NATIVE_HOST_NAME } from './identity.ts';
export { LIMITS } from './limits.ts';
export { AgentToHost, HostStatus, HostToAgent, LinkState } from './link-hop.ts';
export { MASK } from './mask.ts';
export { declaredBytes, windowBytes } from './measure.ts';
export { appModalTop, blockerOf, type ModalityView, operableWindows } from './modality.ts';
export { actionHandles, appToolName, parseToolName, type ToolTarget, windowToolName } from './names.ts';
export { isNestedDeeper } from './nesting.ts';
export {
  PAGE_CHANNEL,
  type PageCallout,
  type PageHello,
  PageToWorker,
  PipeSignal,
  WorkerToPage,
} from './page-hop.ts';
export { cutText, isBlank, visibleLine, visibleText } from './page-text.ts';
export {
  actionNotAvailable,
  blockedByModal,
  type CallTarget,
  consentMissing,
  keyUsed,
  notLive,
  refuseCall,
  staleState,
  unknownOutcome,
  validationFailed,
  windowNotFound,
  wrongExpectedVersion,
} from './refusal.ts';
export { Snapshot, SnapshotApplication, SnapshotWindow, WINDOWS_URI } from './snapshot.ts';
export { utf8Length } from './utf8.ts';
export { RELEASE_VERSION, SPECIFICATION_VERSION, WIRE_VERSION } from './version.ts';
export { ActionView, ViewDocument, ViewHash } from './view.ts';
export { CSP_LISTS, isCspOrigin, isViewDomain, VIEW_PERMISSIONS } from './view-policy.ts';
export {
  Action,
  ApplicationCondition,
  type Declared,
  DeclaredChange,
  Hints,
  JsonSchema,
  WindowPatch,
  WindowState,
} from './window.ts';
