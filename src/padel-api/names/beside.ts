import type { DirectoryEntry } from '../../domain/people/directory.ts';
import { idsOfPair } from '../../domain/people/pairs.ts';
import type { Directory } from './directory.ts';

const playersIn = ({ kind, id }: DirectoryEntry): readonly number[] =>
  kind === 'pair' ? idsOfPair(id) : [id];

/** Whether an entry may play with or against these players: none of them, nor of the other category. */
export const fitsBeside = (
  others: readonly DirectoryEntry[],
): ((entry: DirectoryEntry) => boolean) => {
  const category = others[0]?.category ?? null;
  const ids = others.flatMap(playersIn);
  return (entry) =>
    (category === null || entry.category === null || entry.category === category) &&
    !playersIn(entry).some((id) => ids.includes(id));
};

/** How many more entries a search reads before it leaves out those that don't fit. */
const MORE = 4;

/** The directory for a name beside these players: only who may play with or against them, unless nobody does. */
export const directoryBeside = (
  directory: Directory,
  others: readonly DirectoryEntry[],
): Directory => {
  if (others.length === 0) return directory;
  const fits = fitsBeside(others);
  const search: Directory['search'] = (kind, typed, limit) => {
    const { entries, guessed } = directory.search(kind, typed, MORE * limit);
    const fitting = entries.filter(fits);
    return { guessed, entries: (fitting.length > 0 ? fitting : entries).slice(0, limit) };
  };
  return {
    ...directory,
    search,
    find: (kind, typed) => {
      const called = directory.find(kind, typed);
      const fitting = called.filter(fits);
      const isOther = fitting.length > 0 || search(kind, typed, 1).entries.some(fits);
      return isOther ? fitting : called;
    },
  };
};
