import type { RESTPostAPIChatInputApplicationCommandsJSONBody } from 'discord-api-types/v10';
import { z } from 'zod';

type Definition = RESTPostAPIChatInputApplicationCommandsJSONBody;

/** How the commands that Discord has differ from ours, by their names. */
export interface CommandDifferences {
  /** Discord does not know them. */
  readonly missing: readonly string[];
  /** Discord knows them otherwise. */
  readonly changed: readonly string[];
  /** Nobody here answers them. */
  readonly foreign: readonly string[];
}

/** What Discord answers to "Get Global Application Commands", as far as it is read by name. */
export const registeredWire = z.array(z.looseObject({ name: z.string() }));

export type Registered = z.infer<typeof registeredWire>[number];

export const differencesOf = (
  definitions: readonly Definition[],
  registered: readonly Registered[],
): CommandDifferences => {
  const held = new Map(registered.map((each) => [each.name, each]));
  const ours = new Set(definitions.map(({ name }) => name));
  const known = definitions.filter(({ name }) => held.has(name));
  return {
    missing: [...ours].filter((name) => !held.has(name)),
    changed: known.filter((each) => !isHeld(each, held.get(each.name))).map(({ name }) => name),
    foreign: [...held.keys()].filter((name) => !ours.has(name)),
  };
};

/** Discord leaves out what says nothing, and so do we: `required: false` is no `required`. */
const saysNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  (Array.isArray(value) && value.length === 0);

/** What Discord adds to a command or an option that we did not say, and what it adds by itself. */
const ADDED: ReadonlySet<string> = new Set([
  'id',
  'application_id',
  'guild_id',
  'version',
  'type',
  'dm_permission',
  'nsfw',
  'contexts',
  'integration_types',
  'name_localized',
  'description_localized',
]);

/** Whether Discord holds a part of a command as we say it. */
const isHeld = (said: unknown, held: unknown): boolean => {
  if (saysNothing(said)) return saysNothing(held);
  if (Array.isArray(said)) {
    return Array.isArray(held) && said.length === held.length && areHeld(said, held);
  }
  if (typeof said !== 'object' || said === null) return said === held;
  if (typeof held !== 'object' || held === null) return false;
  const ours = new Map(Object.entries(said));
  const theirs = new Map(Object.entries(held));
  const unsaid = [...theirs.keys()].filter((name) => !ours.has(name) && !ADDED.has(name));
  return [...ours.keys(), ...unsaid].every((name) => isHeld(ours.get(name), theirs.get(name)));
};

/** The order of options counts, that of plain values (contexts, kinds of channels) does not. */
const areHeld = (said: readonly unknown[], held: readonly unknown[]): boolean =>
  said.every((each, at) =>
    typeof each === 'object' ? isHeld(each, held[at]) : held.includes(each),
  );
