import {
  Routes,
  type RESTPostAPIApplicationCommandsJSONBody as Definition,
} from 'discord-api-types/v10';
import { definitionsOf, type Command } from './command.ts';
import { loginFailure } from './gateway/login.ts';
import { DiscordError } from './rest/errors.ts';
import { createInvalidRequestCounter } from './rest/invalid-request-counter.ts';
import { createRest, type RestOptions } from './rest/rest.ts';
import { idIn } from './rest/wire.ts';

/**
 * Registers the commands for all servers; commands that are not in the list are removed.
 * @throws an error whose message says what to fix
 */
export const registerCommands = async ({
  commands,
  ...access
}: Pick<RestOptions, 'apiUrl' | 'token'> & { readonly commands: readonly Command[] }) => {
  const invalidRequests = createInvalidRequestCounter();
  const rest = createRest({ ...access, invalidRequests });
  try {
    const id = idIn(await rest.get(Routes.currentApplication()));
    await rest.put(Routes.applicationCommands(id), {
      body: definitionsOf(commands),
    });
  } catch (error) {
    throw error instanceof DiscordError && error.status < 500 && error.status !== 401
      ? new Error(`Discord did not accept the commands: ${error.message}`, { cause: error })
      : loginFailure(error);
  } finally {
    await rest.close();
  }
};

/** A command as Discord has it; all its fields are compared. */
export interface Registered {
  readonly name: string;
}

/** The differences between registered commands and ours, by name. */
export const differencesOf = (
  definitions: readonly Definition[],
  registered: readonly Registered[],
) => {
  const held = new Map(registered.map((each) => [each.name, each]));
  const ours = new Set(definitions.map(({ name }) => name));
  const known = definitions.filter(({ name }) => held.has(name));
  return {
    /** Not registered. */
    missing: [...ours].filter((name) => !held.has(name)),
    /** Registered with another definition. */
    changed: known.filter((each) => !isEqual(each, held.get(each.name))).map(({ name }) => name),
    /** Registered, but without a handler here. */
    foreign: [...held.keys()].filter((name) => !ours.has(name)),
  };
};

/** Discord omits empty values, and so do we: `required: false` equals no `required`. */
const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  // An entry of the Apps menu has no description.
  value === '' ||
  (Array.isArray(value) && value.length === 0);

/** Fields that Discord adds to a command or an option. */
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

const isEqual = (ours: unknown, held: unknown): boolean => {
  if (isEmpty(ours)) return isEmpty(held);
  if (Array.isArray(ours)) {
    return Array.isArray(held) && ours.length === held.length && areEqual(ours, held);
  }
  if (typeof ours !== 'object' || ours === null) return ours === held;
  if (typeof held !== 'object' || held === null) return false;
  const own = new Map(Object.entries(ours));
  const theirs = new Map(Object.entries(held));
  const added = [...theirs.keys()].filter((name) => !own.has(name) && !ADDED.has(name));
  return [...own.keys(), ...added].every((name) => isEqual(own.get(name), theirs.get(name)));
};

/** The order of options matters, that of plain values (contexts, kinds of channels) does not. */
const areEqual = (ours: readonly unknown[], held: readonly unknown[]): boolean =>
  ours.every((each, at) =>
    typeof each === 'object' ? isEqual(each, held[at]) : held.includes(each),
  );
