/** Words that name a secret, in names that `normal` has made alike. */
const SECRET_NAMES = [
  /pass ?(?:word|phrase|code|key|wd|wort)|pwd|\bpass\b/,
  /kennwort|mot ?de ?passe|contrase[nñ]a|\bsenha\b|wachtwoord|l[oö]senord|\bhas[lł]o\b|парол|密[码碼]|パスワード|비밀번호/,
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
  return SECRET_NAMES.some((pattern) => pattern.test(words));
};
