import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { changeSchema, type Change } from './changes.ts';

/** A log of changes: a killed process loses none that it has answered. */
export interface Journal {
  /** Writes a change; on return the operating system has it. */
  append: (change: Change) => void;
  /** Replaces the whole journal by these changes, atomically. */
  compact: (changes: readonly Change[]) => void;
  close: () => void;
}

/** Writes nothing: the local Discord without a state file. */
export const noJournal: Journal = {
  append: () => undefined,
  compact: () => undefined,
  close: () => undefined,
};

/**
 * The changes in a journal file, oldest first; none when there is no file. A torn last line is
 * an unanswered change of a killed process, and is dropped.
 *
 * Throws when any other line is damaged: then the file is not ours, or not whole.
 */
export const readJournal = (file: string): Change[] => {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  lines.pop();
  return lines.map((line, at) => {
    try {
      return changeSchema.parse(JSON.parse(line));
    } catch (cause) {
      throw new Error(
        `${file} is not a journal of the local Discord: line ${at + 1} cannot be read. ` +
          'Move the file away to start afresh.',
        { cause },
      );
    }
  });
};

/** Opens a journal file for writing; its folder is made when missing. */
export const openJournal = (file: string): Journal => {
  mkdirSync(dirname(file), { recursive: true });
  let descriptor = openSync(file, 'a');
  return {
    append: (change) => {
      writeSync(descriptor, `${JSON.stringify(change)}\n`);
    },
    compact: (changes) => {
      const fresh = `${file}.new`;
      const target = openSync(fresh, 'w');
      writeSync(target, changes.map((change) => `${JSON.stringify(change)}\n`).join(''));
      fsyncSync(target);
      closeSync(target);
      closeSync(descriptor);
      renameSync(fresh, file);
      descriptor = openSync(file, 'a');
    },
    close: () => {
      closeSync(descriptor);
    },
  };
};
