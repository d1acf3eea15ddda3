/** One message of a stream; `payloadAt` is where its first byte of content is, `undefined` for what is only a greeting. */
export interface Message {
  readonly bytes: Buffer;
  readonly payloadAt: number | undefined;
}

/** Cuts the bytes of a stream into whole messages; `rest` is the beginning of the next one. */
export type Framing = (bytes: Buffer) => { readonly messages: Message[]; readonly rest: Buffer };

function cutWhile(
  bytes: Buffer,
  next: (rest: Buffer) => { length: number; payloadAt: number | undefined } | undefined,
) {
  const messages: Message[] = [];
  let rest = bytes;
  for (;;) {
    const found = next(rest);
    if (found === undefined || rest.length < found.length) return { messages, rest };
    messages.push({ bytes: rest.subarray(0, found.length), payloadAt: found.payloadAt });
    rest = rest.subarray(found.length);
  }
}

/** JSON-RPC on stdio: one line each. */
export const lineFraming: Framing = (bytes) =>
  cutWhile(bytes, (rest) => {
    const end = rest.indexOf(10);
    return end < 0 ? undefined : { length: end + 1, payloadAt: 0 };
  });

/** Native messaging: 32 bits of length, then JSON. */
export const nativeFraming: Framing = (bytes) =>
  cutWhile(bytes, (rest) => (rest.length < 4 ? undefined : { length: 4 + rest.readUInt32LE(0), payloadAt: 4 }));

const HTTP_HEAD = /^(GET |HTTP\/)/;

/** The private socket: the heads of the HTTP handshake, which have no bodies, then WebSocket frames (RFC 6455 §5.2). */
export const socketFraming: Framing = (bytes) =>
  cutWhile(bytes, (rest) => {
    if (HTTP_HEAD.test(rest.toString('latin1', 0, 5))) {
      const end = rest.indexOf('\r\n\r\n');
      return end < 0 ? undefined : { length: end + 4, payloadAt: undefined };
    }
    const [, second] = rest;
    if (second === undefined) return undefined;
    const short = second & 0x7f;
    const header = 2 + (short === 126 ? 2 : short === 127 ? 8 : 0);
    if (rest.length < header) return undefined;
    const size = short === 126 ? rest.readUInt16BE(2) : short === 127 ? Number(rest.readBigUInt64BE(2)) : short;
    const payloadAt = header + (second & 0x80 ? 4 : 0);
    return { length: payloadAt + size, payloadAt };
  });
