/** Words that name a secret in many languages, in names that `normal` has made alike. */
const SECRET_ANYWHERE =
  /kennwort|mot ?de ?passe|contrase[nñ]a|\bsenha\b|wachtwoord|l[oö]senord|\bhas[lł]o\b|парол|密[码碼]|パスワード|비밀번호/;
/** The same in English, where the word that says what a thing is comes last. */
const SECRET_NAMES = [
  /pass ?(?:word|phrase|code|key|wd|wort)|pwd|\bpass\b/,
  /secret|token|credential|\b(?:api|private|access|signing|encryption) ?key|\bauthori[sz]ation\b|\bbearer\b|\bjwt\b|\bcookie\b/,
  /\b(?:pin|puk|otp|totp|mfa|2fa|m?tan)\d*\b|\bpin ?code|one ?time ?(?:code|pass)/,
  /\b(?:security|verification|confirmation|recovery|backup|auth(?:entication)?|access) ?codes?\b/,
  /\bc(?:v[vc]|sc)\d*\b|\bcard ?(?:number|no|num)\b|\bcredit ?card\b|\biban\b|\bssn\b|\bsocial ?security|mnemonic|\bseed ?phrase/,
];

/** "apiKey", "API key", "APIKey" and "api-key" are one name. */
export const normal = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .toLowerCase();

/** Whether a name says that what it names is secret. It can only be a guess: a page's marks are better. */
export const isSecretName = (name: string): boolean => {
  const words = normal(name);
  return SECRET_ANYWHERE.test(words) || SECRET_NAMES.some((pattern) => pattern.test(words));
};

const AGAIN = '(?: (?:again|repeated|confirm(?:ation|ed)?|value|[0-9]+))*';
const SECRET_ENDS = SECRET_NAMES.map(({ source }) => new RegExp(`(?:${source})s?${AGAIN}$`));
/** Where a phrase ends that names a thing: "Password (8 characters)", "PIN of the card". */
const PHRASE_ENDS = /[^\p{L}\p{N}\s_'’-]| (?:for|of|to|on|in|at|from|with|and|or) /iu;

/** Whether a text, standing where names do, names a secret: "newPassword", "New password", but not "Token ring". */
export function saysSecret(text: string): boolean {
  if (!/\s/.test(text.trim())) return isSecretName(text);
  const phrases = text.split(PHRASE_ENDS).map((phrase) => normal(phrase).trim());
  return phrases.some((words) => [SECRET_ANYWHERE, ...SECRET_ENDS].some((pattern) => pattern.test(words)));
}

/** Whether it says how many tokens of a model there are, or may be. */
export const isCount = (name: string, value: unknown): boolean =>
  typeof value === 'number' && /\btokens\b|\btoken (?:count|limit|budget)\b/.test(normal(name));
