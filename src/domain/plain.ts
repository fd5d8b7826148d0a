/** Lower case, without accents and punctuation: `galan` finds `Galán`. */
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The words of a text in comparable form. */
export const plainWords = (text: string): string[] => plain(text).split(' ').filter(Boolean);
