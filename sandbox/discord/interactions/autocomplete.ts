import {
  ApplicationCommandOptionType as Type,
  ChannelType,
  InteractionType,
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandOptionChoice,
} from 'discord-api-types/v10';
import { Complaint } from '../complaint.ts';
import type { AutocompleteAnswer } from '../control-contract.ts';
import type { Discord } from '../discord.ts';
import { ACCOUNTS } from '../guild/accounts.ts';
import { rolesOf } from '../guild/roles.ts';
import type { State } from '../state/state.ts';
import { commandData, type FilledOption } from './command-data.ts';
import type { CommandLine, GivenOption } from './command-line.ts';
import { offeredKey, type ClientMemory } from './memory.ts';
import { openInteraction } from './open.ts';
import { optionValue } from './option-values.ts';
import { interactionOutcome } from './outcome.ts';
import { typedCommand, type Typed } from './run.ts';

type Choices = readonly APIApplicationCommandOptionChoice[];

const MOST_CHOICES = 25;

/** The choices for the last option of a line. */
export const autocomplete = async (
  discord: Discord,
  memory: ClientMemory,
  typed: Typed,
): Promise<AutocompleteAnswer> => {
  const line = typedCommand(discord, typed);
  const focused = line.given.at(-1);
  if (focused === undefined) return { option: null, choices: [] };
  const { option, text } = focused;
  if (!('autocomplete' in option) || !option.autocomplete) {
    return { option: option.name, choices: ownChoices(discord.state, option, text) };
  }
  if (!discord.isBotOnline()) return { option: option.name, choices: [] };
  const { choices } = await askBot(discord, memory, typed, line, focused);
  const key = offeredKey(typed.person.id, line.command.id, [...line.path, option.name]);
  memory.offered.set(key, new Map(choices.map(({ name, value }) => [name, value])));
  return { option: option.name, choices };
};

const askBot = (
  discord: Discord,
  memory: ClientMemory,
  { person, channel }: Typed,
  line: CommandLine,
  focused: GivenOption,
) => {
  const { option, text } = focused;
  // The typed option is sent unchanged; of the options before it, only valid ones.
  const filled = line.given.flatMap((given): FilledOption[] => {
    if (given === focused) return [{ option, value: text, focused: true }];
    const key = offeredKey(person.id, line.command.id, [...line.path, given.option.name]);
    const offered = memory.offered.get(key) ?? new Map<string, string>();
    try {
      return [
        {
          option: given.option,
          value: optionValue(discord.state, given.option, given.text, offered),
        },
      ];
    } catch (error) {
      if (error instanceof Complaint) return [];
      throw error;
    }
  });
  const data = commandData(discord.state, { channel, person }, line, filled);
  return interactionOutcome(discord, () =>
    openInteraction(discord, {
      type: InteractionType.ApplicationCommandAutocomplete,
      person,
      channel,
      data,
      commandName: line.command.name,
    }),
  );
};

/** What Discord's client offers by itself: fixed choices, yes and no, people, roles, channels. */
const ownChoices = (
  state: Readonly<State>,
  option: APIApplicationCommandBasicOption,
  text: string,
): Choices => {
  const typed = text.replace(/^[@#]/, '').toLowerCase();
  const all = ('choices' in option ? option.choices : undefined) ?? entityChoices(state, option);
  return all
    .filter(({ name }) => name.replace(/^[@#]/, '').toLowerCase().includes(typed))
    .slice(0, MOST_CHOICES);
};

const people = (): Choices =>
  [...ACCOUNTS.values()].map(({ id, username }) => ({ name: `@${username}`, value: id }));

const roles = (state: Readonly<State>): Choices =>
  rolesOf(state).map(({ id, name }) => ({ name: `@${name.replace(/^@/, '')}`, value: id }));

const entityChoices = (
  state: Readonly<State>,
  option: APIApplicationCommandBasicOption,
): Choices => {
  if (option.type === Type.Boolean) {
    return ['True', 'False'].map((name) => ({ name, value: name.toLowerCase() }));
  }
  if (option.type === Type.User) return people();
  if (option.type === Type.Role) return roles(state);
  if (option.type === Type.Mentionable) return [...people(), ...roles(state)];
  if (option.type !== Type.Channel) return [];
  const types: readonly ChannelType[] = option.channel_types ?? [
    ChannelType.GuildText,
    ChannelType.GuildAnnouncement,
  ];
  return [...state.channels.values()]
    .filter(({ type }) => types.includes(type))
    .map(({ id, name }) => ({ name: `#${name}`, value: id }));
};
