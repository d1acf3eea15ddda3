/**
 * Version of the wire words in this folder, spoken on every hop (not the version of the MCP GUI Bridge Protocol).
 * Each `hello` and `attach` states it; a receiver that reads another number refuses with a sentence naming the older part.
 */
export const WIRE_VERSION = 1;

/** Version of this release, the same for every package of the workspace. */
export const RELEASE_VERSION = '0.1.0';

/** The specification that this software implements. */
export const SPECIFICATION_VERSION = '0.1.0';
