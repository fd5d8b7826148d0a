import { APPLICATION_ID } from '../guild/accounts.ts';
import { createSnowflakes } from '../snowflake.ts';
import { folderFiles, memoryFiles, type AttachmentFiles } from './attachment-files.ts';
import { apply, changesOf, type Change } from './changes.ts';
import { forgetfulJournal, openJournal, readJournal } from './journal.ts';
import { seedChanges } from './seed.ts';
import { emptyState, type State } from './state.ts';

/** What the local Discord remembers, and how it changes. */
export interface Memory {
  readonly state: Readonly<State>;
  readonly files: AttachmentFiles;
  /** Writes a change down, then makes it happen. */
  readonly commit: (change: Change) => void;
  /** An id above all that are in use. */
  readonly nextId: () => string;
  /**
   * Writes the journal anew, as short as can be. Not before the port is ours: until then another
   * process may be writing to the same file.
   */
  readonly compact: () => void;
  readonly close: () => void;
}

/** Changes after which the journal is written anew: a card is edited thousands of times. */
const COMPACTED_EVERY = 10_000;

/**
 * Opens the memory: from its journal file when there is one, a fresh guild otherwise. Without a
 * file everything is forgotten at the end.
 *
 * @param file the journal; the attachments' bytes lie in a folder of the same name with `.files`
 * @param tokenMs how long interactions are remembered, ms
 */
export const openMemory = (
  file: string | undefined,
  now: () => number,
  tokenMs: number,
): Memory => {
  const state = emptyState();
  const earlier = file === undefined ? [] : readJournal(file);
  for (const change of earlier.length === 0 ? seedChanges(now()) : earlier) apply(state, change);
  const journal = file === undefined ? forgetfulJournal : openJournal(file);
  let appended = 0;
  const compact = () => {
    journal.compact(changesOf(state, now() - tokenMs));
    appended = 0;
  };
  return {
    state,
    files: file === undefined ? memoryFiles() : folderFiles(`${file}.files`),
    commit: (change) => {
      journal.append(change);
      apply(state, change);
      appended += 1;
      if (appended >= COMPACTED_EVERY) compact();
    },
    nextId: createSnowflakes(now, highestId(state)),
    compact,
    close: () => {
      journal.close();
    },
  };
};

const highestId = ({
  channels,
  messages,
  commands,
  events,
  interactions,
}: Readonly<State>): string =>
  [
    ...channels.keys(),
    ...events.keys(),
    ...[...messages.values()].flatMap((ofChannel) => [...ofChannel.keys()]),
    ...[...commands.values()].flat().flatMap(({ id, version }) => [id, version]),
    ...[...interactions.values()].map(({ id }) => id),
  ].reduce((highest, id) => (BigInt(id) > BigInt(highest) ? id : highest), APPLICATION_ID);
