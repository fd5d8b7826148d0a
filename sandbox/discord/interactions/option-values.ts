import {
  ApplicationCommandOptionType as Type,
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandOptionChoice,
} from 'discord-api-types/v10';
import { Complaint } from '../complaint.ts';
import type { State } from '../state/state.ts';
import { lengthOf } from '../text-length.ts';
import { accountNamed, channelNamed, roleNamed } from './entities.ts';

/** An option's value as it travels in an interaction. */
export type OptionValue = string | number | boolean;

/** Choices most recently offered for an option, by their names. */
export type Offered = ReadonlyMap<string, string | number>;

/**
 * The value that Discord's client would send for a typed text: the choice of that name, the id of
 * the person, role or channel meant, a number within its bounds.
 *
 * Throws a `Complaint` that says what the option expects.
 */
export const optionValue = (
  state: Readonly<State>,
  option: APIApplicationCommandBasicOption,
  text: string,
  offered: Offered,
): OptionValue => {
  const chosen = offered.get(text) ?? chosenValue(option, text);
  if (chosen !== undefined) return chosen;
  return READERS[option.type](state, option, text);
};

const chosenValue = (option: APIApplicationCommandBasicOption, text: string) => {
  const choices: readonly APIApplicationCommandOptionChoice[] =
    ('choices' in option ? option.choices : undefined) ?? [];
  if (choices.length === 0) return undefined;
  const choice = choices.find(({ name, value }) => name === text || String(value) === text);
  if (choice !== undefined) return choice.value;
  const names = choices.map(({ name }) => name).join(', ');
  throw new Complaint(`${option.name} must be one of: ${names}`);
};

type Reader = (
  state: Readonly<State>,
  option: APIApplicationCommandBasicOption,
  text: string,
) => OptionValue;

const readText: Reader = (_state, option, text) => {
  const length = lengthOf(text);
  const least = 'min_length' in option ? (option.min_length ?? 0) : 0;
  const most = 'max_length' in option ? (option.max_length ?? 6_000) : 6_000;
  if (text === '') throw new Complaint(`${option.name} is empty`);
  if (length < least || length > most) {
    throw new Complaint(`${option.name} must have ${least} to ${most} characters, not ${length}`);
  }
  return text;
};

const readNumber =
  (pattern: RegExp, kind: string): Reader =>
  (_state, option, text) => {
    if (!pattern.test(text)) throw new Complaint(`${option.name} must be ${kind}, not "${text}"`);
    const value = Number(text);
    const least = 'min_value' in option ? (option.min_value ?? -Infinity) : -Infinity;
    const most = 'max_value' in option ? (option.max_value ?? Infinity) : Infinity;
    if (value < least) throw new Complaint(`${option.name} must be at least ${least}`);
    if (value > most) throw new Complaint(`${option.name} must be at most ${most}`);
    return value;
  };

const readBoolean: Reader = (_state, option, text) => {
  const value = { true: true, false: false }[text.toLowerCase()];
  if (value === undefined)
    throw new Complaint(`${option.name} must be true or false, not "${text}"`);
  return value;
};

const readUser: Reader = (_state, option, text) => {
  const account = accountNamed(text);
  if (account === undefined) throw new Complaint(`${option.name}: nobody here is called "${text}"`);
  return account.id;
};

const readRole: Reader = (state, option, text) => {
  const role = roleNamed(state, text);
  if (role === undefined) throw new Complaint(`${option.name}: there is no role "${text}"`);
  return role.id;
};

const readMentionable: Reader = (state, option, text) => {
  const found = accountNamed(text) ?? roleNamed(state, text);
  if (found === undefined)
    throw new Complaint(`${option.name}: no member or role is called "${text}"`);
  return found.id;
};

const readChannel: Reader = (state, option, text) => {
  const types = 'channel_types' in option ? option.channel_types : undefined;
  const channel = channelNamed(state, text, types);
  if (channel === undefined) {
    throw new Complaint(`${option.name}: there is no channel "${text}" of the kind it wants`);
  }
  return channel.id;
};

const readAttachment: Reader = (_state, option) => {
  throw new Complaint(`${option.name} is a file: give it beside the command line, in "files"`);
};

const READERS: Readonly<Record<APIApplicationCommandBasicOption['type'], Reader>> = {
  [Type.String]: readText,
  [Type.Integer]: readNumber(/^-?\d+$/, 'a whole number'),
  [Type.Number]: readNumber(/^-?\d+(\.\d+)?$/, 'a number'),
  [Type.Boolean]: readBoolean,
  [Type.User]: readUser,
  [Type.Role]: readRole,
  [Type.Mentionable]: readMentionable,
  [Type.Channel]: readChannel,
  [Type.Attachment]: readAttachment,
};
