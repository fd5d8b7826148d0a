import { APPLICATION_ID } from '../guild/accounts.ts';
import { createSnowflakes } from '../snowflake.ts';
import { folderFiles, memoryFiles, type AttachmentFiles } from './attachment-files.ts';
import { apply, changesOf, type Change } from './changes.ts';
import { noJournal, openJournal, readJournal } from './journal.ts';
import { seedChanges } from './seed.ts';
import { emptyState, type State } from './state.ts';

/** The stored state and its changes. */
export interface StateStore {
  readonly state: Readonly<State>;
  readonly files: AttachmentFiles;
  /** Writes a change to the journal, then applies it. */
  readonly commit: (change: Change) => void;
  /** An id above all that are in use. */
  readonly nextId: () => string;
  /**
   * Compacts the journal. Call it only after the port is bound: until then another process may
   * write to the same file.
   */
  readonly compact: () => void;
  readonly close: () => void;
}

/** Changes after which the journal is compacted: a card is edited thousands of times. */
const COMPACTED_EVERY = 10_000;

/**
 * Opens the state from its journal file, or with a fresh guild. Without a file the state ends with
 * the process.
 *
 * @param file the journal; the attachments' bytes lie in a folder of the same name with `.files`
 * @param clocks that of ids, and the machine's
 * @param tokenMs how long interactions are kept, ms
 */
export const openStateStore = (
  file: string | undefined,
  { now, machineNow }: { readonly now: () => number; readonly machineNow: () => number },
  tokenMs: number,
): StateStore => {
  const state = emptyState();
  const earlier = file === undefined ? [] : readJournal(file);
  for (const change of earlier.length === 0 ? seedChanges(now()) : earlier) apply(state, change);
  const journal = file === undefined ? noJournal : openJournal(file);
  let appended = 0;
  const compact = () => {
    journal.compact(changesOf(state, machineNow() - tokenMs));
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
  roles,
  webhooks,
}: Readonly<State>): string =>
  [
    ...channels.keys(),
    ...events.keys(),
    ...roles.keys(),
    ...webhooks.keys(),
    ...[...messages.values()].flatMap((ofChannel) => [...ofChannel.keys()]),
    ...[...commands.values()].flat().flatMap(({ id, version }) => [id, version]),
    ...[...interactions.values()].map(({ id }) => id),
  ].reduce((highest, id) => (BigInt(id) > BigInt(highest) ? id : highest), APPLICATION_ID);
