import { createDirectory, type Directory } from '../padel-api/directory.ts';
import { createNames, type NameKey, type Names } from '../padel-api/names.ts';
import {
  directoryEntries,
  loadDirectory,
  removeFromDirectory,
  saveDirectory,
} from '../store/names.ts';
import { BELLS, type Context } from './context.ts';

/** Names that fit into the words of one bell; who learns more at once says no more than that. */
const TOLD_AT_ONCE = 200;

/** A key in the words of a bell: `player:12`. */
const KEY = /^(player|pair|tournament):(\d+)$/;

const wordsOf = (keys: readonly NameKey[]): string =>
  keys.length > TOLD_AT_ONCE ? '' : keys.map(({ kind, id }) => `${kind}:${id}`).join(' ');

const keysIn = (words: string): NameKey[] =>
  words.split(' ').flatMap((word) => {
    const [, kind, id] = KEY.exec(word) ?? [];
    return kind === undefined ? [] : [{ kind: kind as NameKey['kind'], id: Number(id) }];
  });

/** The names that this process completes, kept like those of whichever process learns them. */
export const openNames = async (
  context: Pick<Context, 'db' | 'log'> & {
    readonly processes: Pick<Context['processes'], 'ring' | 'onRing'>;
  },
): Promise<{ readonly directory: Directory; readonly names: Names }> => {
  const { db, processes, log } = context;
  let isOwn = false;
  const loading = loadDirectory(db).then(createDirectory);

  const readAgain = async (words: string): Promise<void> => {
    // What is told while the names are read may not be among them yet.
    const known = await loading;
    const keys = keysIn(words);
    const read = keys.length === 0 ? await loadDirectory(db) : await directoryEntries(db, keys);
    known.put(read);
    const found = new Set(read.map(({ kind, id }) => `${kind}:${id}`));
    for (const { kind, id } of keys) {
      if (!found.has(`${kind}:${id}`)) known.remove(kind, id);
    }
  };
  processes.onRing(BELLS.names, (words) => {
    // What this process has told is known here.
    if (isOwn) return;
    readAgain(words).catch((error: unknown) => {
      log.warn({ err: error }, 'names that another process has learnt could not be read');
    });
  });

  const directory = await loading;
  const tell = (keys: readonly NameKey[]): void => {
    isOwn = true;
    processes.ring(BELLS.names, wordsOf(keys));
    isOwn = false;
  };
  const names = createNames(directory, {
    save: async (entries) => {
      await saveDirectory(db, entries);
      tell(entries);
    },
    remove: async (keys) => {
      await removeFromDirectory(db, keys);
      tell(keys);
    },
  });
  return { directory, names };
};
