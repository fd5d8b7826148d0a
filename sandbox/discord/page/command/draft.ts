import { ApplicationCommandOptionType } from 'discord-api-types/v10';

import type { RunRequest } from '../../control-contract.ts';
import type { CommandEntry, CommandOption } from './catalogue.ts';

type Files = NonNullable<RunRequest['files']>;
type DraftFile = Files[string];

/** One option of a command being typed. */
export interface Field {
  readonly option: CommandOption;
  readonly text: string;
  /** Whether the text was taken from a list rather than typed. */
  readonly picked: boolean;
  /** Of an option that takes a file: the chosen one, whose name is the text. */
  readonly file?: DraftFile;
}

/**
 * A command being typed: its name, then one field per option that is required or was added. After
 * the last field there is an open place, where further options are chosen: `active` is the index
 * of the field that is typed in, or `fields.length` for that place, whose text is `filter`.
 */
export interface CommandDraft {
  readonly entry: CommandEntry;
  readonly fields: readonly Field[];
  readonly active: number;
  readonly filter: string;
}

/** Starts a command; `rest` is what was already typed after its name (`player:Gal opponent:`). */
export function startDraft(entry: CommandEntry, rest = ''): CommandDraft {
  const typed = readOptions(entry, rest);
  const fields = entry.options
    .filter((option) => option.required === true || typed.has(option.name))
    .map((option) => ({ option, text: typed.get(option.name) ?? '', picked: false }));
  const last = [...typed.keys()].at(-1);
  const typedLast = fields.findIndex((field) => field.option.name === last);
  const draft = { entry, fields, active: 0, filter: '' };
  return typedLast === -1 ? moveOn(draft) : { ...draft, active: typedLast };
}

/**
 * Writes into the active field, or into the open place behind the last one. Who types or pastes
 * `option:` there goes on in the field of that option.
 */
export function write(draft: CommandDraft, text: string): CommandDraft {
  const named = readOptions(draft.entry, text);
  if (named.size > 0) {
    return withFiles(startDraft(draft.entry, restWith(draft, text, named)), draft.fields);
  }
  if (draft.active >= draft.fields.length) return { ...draft, filter: text };
  return { ...draft, fields: replaceActive(draft, { text, picked: false }) };
}

/** Takes a suggestion into the active field and goes on to the next one that is still needed. */
export function take(draft: CommandDraft, text: string): CommandDraft {
  return moveOn({ ...draft, fields: replaceActive(draft, { text, picked: true }) });
}

/** Puts a file into the active field and goes on to the next one that is still needed. */
export function attach(draft: CommandDraft, file: DraftFile): CommandDraft {
  const change = { text: file.filename, picked: true, file };
  return moveOn({ ...draft, fields: replaceActive(draft, change) });
}

/** Adds one of the options that are left and goes there. */
export function addOption(draft: CommandDraft, option: CommandOption): CommandDraft {
  const fields = [...draft.fields, { option, text: '', picked: false }];
  return { ...draft, fields, active: fields.length - 1, filter: '' };
}

/** Goes to a field, or with `fields.length` to the open place. */
export function activate(draft: CommandDraft, index: number): CommandDraft {
  return { ...draft, active: Math.min(Math.max(index, 0), draft.fields.length) };
}

/** One step back: an empty optional field disappears. Null when nothing is left to step back to. */
export function stepBack(draft: CommandDraft): CommandDraft | null {
  const field = draft.fields[draft.active];
  const fields =
    field === undefined || field.option.required === true
      ? draft.fields
      : draft.fields.filter((each) => each !== field);
  return draft.active === 0 ? null : { ...draft, fields, active: draft.active - 1 };
}

/** The name of the option that is written; undefined in the open place. */
export function activeOption({ fields, active }: CommandDraft): string | undefined {
  return fields[active]?.option.name;
}

/** The options that could still be added. */
export function optionsLeft(draft: CommandDraft): readonly CommandOption[] {
  const used = new Set(draft.fields.map((field) => field.option.name));
  return draft.entry.options.filter((option) => !used.has(option.name));
}

/** The command as a line for the control API. With `typing`, the active option stands last. */
export function lineOf(draft: CommandDraft, typing = false): string {
  const active = draft.fields[draft.active];
  const order = typing
    ? [...draft.fields.filter((field) => field !== active), ...(active ? [active] : [])]
    : draft.fields;
  const written = order
    .filter(({ option }) => !takesFile(option))
    .filter((field) => field.text.trim() !== '' || (typing && field === active))
    .map(({ option, text }) => {
      const typed = text.trim();
      return `${option.name}:${option.choiceNames.get(typed) ?? typed}`;
    });
  return [`/${draft.entry.path}`, ...written].join(' ');
}

/** The chosen files by option. */
export function filesOf({ fields }: CommandDraft): Files {
  return Object.fromEntries(
    fields.flatMap(({ option, file }) => (file === undefined ? [] : [[option.name, file]])),
  );
}

export function takesFile({ type }: CommandOption): boolean {
  return type === ApplicationCommandOptionType.Attachment;
}

/** A file is not part of a line: it stays when the line is read again. */
function withFiles(draft: CommandDraft, before: readonly Field[]): CommandDraft {
  const fields = draft.fields.map(
    (field) => before.find(({ option, file }) => option === field.option && file) ?? field,
  );
  return { ...draft, fields };
}

function moveOn(draft: CommandDraft): CommandDraft {
  const needed = draft.fields.findIndex(
    (field) => field.option.required === true && field.text === '',
  );
  return { ...draft, active: needed === -1 ? draft.fields.length : needed, filter: '' };
}

function replaceActive(draft: CommandDraft, change: Omit<Field, 'option'>): readonly Field[] {
  return draft.fields.map((field, index) =>
    index === draft.active ? { ...field, ...change } : field,
  );
}

/** Everything behind the command's name, when `text` with its `option:` is typed where we are. */
function restWith(draft: CommandDraft, text: string, named: ReadonlyMap<string, string>): string {
  const kept = draft.fields
    .filter(({ option }, index) => index !== draft.active && !named.has(option.name))
    .map((field) => `${field.option.name}:${field.text}`);
  const active = draft.fields[draft.active]?.option;
  const startsWithOption = readOptions(draft.entry, text.split(' ', 1).join('')).size > 0;
  const own = active === undefined || startsWithOption ? text : `${active.name}:${text}`;
  return [...kept, own].join(' ');
}

/** Reads `name:value` pairs; a value runs up to the next `name:` of an option of this command. */
function readOptions(entry: CommandEntry, rest: string): ReadonlyMap<string, string> {
  const known = new Map(
    entry.options.flatMap((option) => [
      [option.name, option.name],
      [option.label, option.name],
    ]),
  );
  const read = new Map<string, string>();
  let current: string | undefined;
  for (const word of rest.split(' ')) {
    const colon = word.indexOf(':');
    const name = colon === -1 ? undefined : known.get(word.slice(0, colon));
    if (name !== undefined) {
      current = name;
      read.set(name, word.slice(colon + 1));
    } else if (current !== undefined && word !== '') {
      read.set(current, `${read.get(current) ?? ''} ${word}`.trim());
    }
  }
  return read;
}
