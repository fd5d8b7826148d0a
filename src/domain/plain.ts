/** Lower case, without accents and signs: `Galán` is found by `galan`. */
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The words of a text as they are compared. */
export const plainWords = (text: string): string[] => plain(text).split(' ').filter(Boolean);
