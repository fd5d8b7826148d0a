import { localeOf, translator } from '../i18n/i18n.ts';
import type { Reader } from '../render/live-card.ts';

/** Who reads in a language: a channel's, by its stored locale. */
export type ReaderOf = (locale: string) => Reader;

export const readerOf: ReaderOf = (stored) => {
  const locale = localeOf(stored);
  return { t: translator(locale), locale };
};
