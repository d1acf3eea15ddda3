/** Letters that occur nowhere else in what is sent: Cyrillic of long ago, and Gothic, which takes two UTF-16 units. */
export const LETTERS = [...'ѠѢѤѦѨѪѬѮѰѲѴѶѸѺѼѾҀҊҌҎҐҒҔҖ', ...'𐌰𐌱𐌲𐌳𐌴𐌵𐌶𐌷'];

const ANY = new RegExp(`[${LETTERS.join('')}]`, 'u');
/** Bytes that are decoded as what they may not be look like one such letter now and then, never like three in a row. */
const THREE = new RegExp(`[${LETTERS.join('')}]{3}`, 'u');

const distinct = (text: string, pattern: RegExp): string[] => [...new Set(text.match(pattern) ?? [])];

/** Bytes read as every encoding of text that we know, wherever a character may begin. */
const readings = (bytes: Buffer): string[] =>
  [0, 1].flatMap((from) => {
    const part = bytes.subarray(from);
    const even = part.subarray(0, part.length - (part.length % 2));
    return [part.toString('utf8'), even.toString('utf16le'), Buffer.from(even).swap16().toString('utf16le')];
  });

const fromCode = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '');

/** What a text may hold once something in it is decoded, by the name of the encoding. */
const DECODERS: Readonly<Record<string, (text: string) => string[]>> = {
  'JSON escapes': (text) => [
    text.replace(/\\u([0-9a-f]{4})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))),
  ],
  URL: (text) =>
    distinct(text, /(?:%[0-9a-f]{2}){2,}/gi).flatMap((run) => readings(Buffer.from(run.replaceAll('%', ''), 'hex'))),
  'HTML entities': (text) => [
    text
      .replace(/&#x([0-9a-f]{1,6});/gi, (_, digits: string) => fromCode(Number.parseInt(digits, 16)))
      .replace(/&#([0-9]{1,7});/g, (_, digits: string) => fromCode(Number(digits))),
  ],
  base64: (text) =>
    distinct(text, /[a-z0-9+/_-]{8,}/gi).flatMap((run) =>
      [0, 1, 2, 3].flatMap((from) => readings(Buffer.from(run.slice(from), 'base64'))),
    ),
  hex: (text) =>
    distinct(text, /[0-9a-f]{8,}/gi).flatMap((run) =>
      [0, 1].flatMap((from) => readings(Buffer.from(run.slice(from), 'hex'))),
    ),
  'bytes read as letters': (text) => (/[^\t -~\u0100-\uffff]/.test(text) ? readings(Buffer.from(text, 'latin1')) : []),
};

/** The names of the encodings in which something made of these letters is in the text; one letter suffices, in any order. */
export function leaksIn(text: string): string[] {
  const encoded = Object.entries(DECODERS).flatMap(([name, decode]) =>
    decode(text).some((decoded) => THREE.test(decoded)) ? [name] : [],
  );
  return ANY.test(text) ? ['raw', ...encoded] : encoded;
}
