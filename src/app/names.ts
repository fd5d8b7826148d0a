import { DIRECTORY_KINDS } from '../domain/people/directory.ts';
import { createDirectory, type Directory } from '../padel-api/names/directory.ts';
import { createNames, type NameKey, type Names } from '../padel-api/names/names.ts';
import {
  directoryEntries,
  loadDirectory,
  removeFromDirectory,
  saveDirectory,
} from '../store/matches/directory.ts';
import { TOPICS, type Context } from './context.ts';

/** The number of keys that fit into a notification; for more, all names are read again. */
const MAX_KEYS = 200;

/** `player:12 pair:7`; empty when all names are to be read again. */
const payloadOf = (keys: readonly NameKey[]): string =>
  keys.length > MAX_KEYS ? '' : keys.map(({ kind, id }) => `${kind}:${id}`).join(' ');

const keysIn = (payload: string): NameKey[] =>
  payload.split(' ').flatMap((word) => {
    const [name, id] = word.split(':');
    const kind = DIRECTORY_KINDS.find((each) => each === name);
    return kind === undefined ? [] : [{ kind, id: Number(id) }];
  });

/** Opens the names for autocomplete, and keeps them in sync across processes. */
export const openNames = async (
  context: Pick<Context, 'db' | 'log'> & {
    readonly processes: Pick<Context['processes'], 'topic'>;
  },
): Promise<{ readonly directory: Directory; readonly names: Names }> => {
  const { db, processes, log } = context;
  const changes = processes.topic(TOPICS.names);
  let isOwn = false;
  const loading = loadDirectory(db).then(createDirectory);

  const readAgain = async (payload: string): Promise<void> => {
    // Names that are added while all are being read may be missing in the result.
    const known = await loading;
    const keys = keysIn(payload);
    const read = keys.length === 0 ? await loadDirectory(db) : await directoryEntries(db, keys);
    known.put(read);
    const found = new Set(read.map(({ kind, id }) => `${kind}:${id}`));
    for (const { kind, id } of keys) {
      if (!found.has(`${kind}:${id}`)) known.remove(kind, id);
    }
  };
  changes.subscribe((payload) => {
    // The directory of this process already has its own changes.
    if (isOwn) return;
    readAgain(payload).catch((error: unknown) => {
      log.warn({ err: error }, 'names learnt by another process could not be read');
    });
  });

  const directory = await loading;
  const publish = (keys: readonly NameKey[]): void => {
    isOwn = true;
    changes.publish(payloadOf(keys));
    isOwn = false;
  };
  const names = createNames(directory, {
    save: async (entries, renamed) => {
      await saveDirectory(db, entries, renamed);
      publish(entries);
    },
    remove: async (keys) => {
      await removeFromDirectory(db, keys);
      publish(keys);
    },
  });
  return { directory, names };
};
