/**
 * Every limit of the bridge, in one place. Sizes of encoded JSON are UTF-8 bytes, lengths of text are UTF-16 units,
 * times are milliseconds. What happens over a limit is said by the error that names it.
 */
export const LIMITS = {
  /** Windows one document may declare; the SDK throws at one more. */
  windowsPerDocument: 64,
  /** Windows of all documents together; the newest document becomes `over_limit`. */
  windowsInAll: 512,
  blocksPerWindow: 64,
  /** Rows of a table and items of a list shown in state; the rest is cut and `total` says how many there are. */
  rowsShown: 100,
  /** One string inside a block; longer ones are cut and end with "…". */
  stringBytes: 8 * 1024,
  nameLength: 80,
  titleLength: 120,
  summaryLength: 500,
  descriptionLength: 1_000,
  actionNameLength: 200,
  /** A reason given for an unavailable action, and messages of answers and errors. */
  messageLength: 300,
  windowBytes: 256 * 1024,
  documentBytes: 512 * 1024,
  allDocumentsBytes: 3 * 1024 * 1024,
  argumentsBytes: 256 * 1024,
  /** Containers in containers: of arguments, as of every value that a page hands over, and of a whole message. */
  valueDepth: 64,
  messageDepth: 96,
  resultBytes: 1024 * 1024,
  /** Wrong fields named in one answer. */
  fieldErrors: 64,
  /** One encoded MCP line on stdio. */
  lineBytes: 4 * 1024 * 1024,
  schemaBytes: 16 * 1024,
  schemaDepth: 6,
  schemaProperties: 32,
  patternLength: 256,
  actionsPerWindow: 64,
  toolsListed: 128,
  queuedPerAgent: 16,
  queuedInAll: 128,
  agentsPerHost: 32,
  journalCalls: 256,
  journalMs: 10 * 60_000,
  /** Calls that `app__call_status` names, and answers told with a document's history. */
  historyCalls: 20,
  historyBytes: 256 * 1024,
  /** Waiting for a document to tell its history. */
  historyMs: 1_000,
  idempotencyKeyLength: 200,
  /** Unsolicited state messages a document may send at once, and how many it earns back each second. */
  stateBurst: 60,
  statePerSecond: 20,
  /** Time an action may run: when not declared, and at most. */
  actionMs: 30_000,
  actionMsMax: 300_000,
  /** Waiting in the dispatch queue. */
  queueMs: 15_000,
  /** How long one operation may hold the lane before other documents' calls proceed. */
  laneMs: 2_000,
  /** Between an abort and the answer `unknown`. */
  abortGraceMs: 500,
  /** How long windows of a lost host stay listed, and a new host waits for documents to re-attach. */
  reconnectMs: 2_000,
  /** `mcp` answers every call by then, unless the request carries a progress token. */
  answerMs: 50_000,
  progressEveryMs: 10_000,
  /** Waiting for the first snapshot of the running hosts. */
  attachMs: 500,
  /** Waiting for registered settlers after a handler. */
  settleMs: 1_000,
  /** Shortest time between two flushes of notifications to one client. */
  notifyEveryMs: 16,
  waitMs: 300_000,
  waitDefaultMs: 30_000,
  /** Text mirror of a result; above it `content` holds the message alone. */
  textMirrorBytes: 256 * 1024,
  /** One native-messaging frame; larger messages travel in chunks (the browser closes the port at 1 MiB). */
  frameBytes: 900 * 1024,
  dataImageBytes: 256 * 1024,
  /** The document of an MCP Apps view, and what its policy may list. */
  viewBytes: 512 * 1024,
  viewOrigins: 32,
  viewOriginLength: 200,
  /** Documents of views that page and `mcp` keep each after the last tool that names them has gone. */
  viewsKept: 32,
  /** Waiting for a page to hand over a document. */
  viewMs: 10_000,
  toolNameLength: 40,
  windowActionLength: 27,
  appActionLength: 23,
} as const;
