import browser from 'webextension-polyfill';
import type messages from '../../_locales/en/messages.json';

/** Key of a text that a person sees. */
export type MessageKey = keyof typeof messages;

/** The text in the person's language. */
export const words = (key: MessageKey, ...values: string[]): string => browser.i18n.getMessage(key, values);
