/** Lower case, without accents and punctuation: `galan` finds `Galán`. */
export const normalizeText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

export const normalizedWords = (text: string): string[] =>
  normalizeText(text).split(' ').filter(Boolean);

/** What separates two names in one text: `Vega / Lamas`, `Vega & Lamas`, `Vega y Lamas`. */
const BETWEEN_NAMES = /\s*[/&+]\s*|\s+(?:y|e|and|et|-)\s+/i;

/** The names in a text: one, or those of a pair. */
export const partsOf = (typed: string): readonly string[] =>
  typed
    .split(BETWEEN_NAMES)
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
    .map((part) => part.trim());
