/** What stands for a sensitive value, whatever its length (protocol §4.5). */
export const MASK = '••••••••';
