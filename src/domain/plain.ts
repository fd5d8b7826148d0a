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
