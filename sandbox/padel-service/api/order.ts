type Key = string | number | null;

const compare = (a: Key, b: Key): number => {
  if (typeof a === 'string' && typeof b === 'string') return a.localeCompare(b, 'en');
  return Number(a) - Number(b);
};

/**
 * A list in the order of a key. Entries without one come last in either direction; equal ones keep
 * their order.
 */
export const inOrderOf = <T>(
  list: readonly T[],
  keyOf: (entry: T) => Key,
  order: 'asc' | 'desc' = 'asc',
): T[] => {
  const sign = order === 'asc' ? 1 : -1;
  return list.toSorted((one, two) => {
    const [a, b] = [keyOf(one), keyOf(two)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * compare(a, b);
  });
};

const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase();

/** Whether a text contains another, whatever the case and the accents. */
export const contains = (text: string, part: string): boolean =>
  folded(text).includes(folded(part));
