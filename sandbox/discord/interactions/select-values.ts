import { ComponentType, type ChannelType } from 'discord-api-types/v10';
import { Complaint } from '../complaint.ts';
import { isObject } from '../json.ts';
import type { State } from '../state/state.ts';
import { accountNamed, channelNamed, roleNamed } from './entities.ts';

type Component = Readonly<Record<string, unknown>>;

/**
 * The values that a select sends for what was chosen in it: values of its options, or ids of
 * people, roles and channels, which may be named. Throws a `Complaint` for what it does not offer.
 */
export const selectValues = (
  state: Readonly<State>,
  component: Component,
  chosen: readonly string[],
): string[] => {
  const least = Number(component['min_values'] ?? 1);
  const most = Number(component['max_values'] ?? 1);
  if (chosen.length < least || chosen.length > most) {
    const span = least === most ? String(least) : `${least} to ${most}`;
    throw new Complaint(`Choose ${span} of the options: \`values\` has ${chosen.length}`);
  }
  const repeated = chosen.find((text, at) => chosen.indexOf(text) < at);
  if (repeated !== undefined) throw new Complaint(`"${repeated}" was chosen twice`);
  const read = READERS[Number(component['type'])];
  return chosen.map((text) => {
    const value = read?.(state, component, text);
    if (value === undefined) throw new Complaint(`"${text}" cannot be chosen here`);
    return value;
  });
};

type Reader = (state: Readonly<State>, component: Component, text: string) => string | undefined;

const offeredOption: Reader = (_state, { options }, text) => {
  const values = listOf(options).map((option) => String(option['value']));
  return values.find((value) => value === text);
};

const READERS: Readonly<Record<number, Reader>> = {
  [ComponentType.StringSelect]: offeredOption,
  [ComponentType.UserSelect]: (_state, _component, text) => accountNamed(text)?.id,
  [ComponentType.RoleSelect]: (state, _component, text) => roleNamed(state, text)?.id,
  [ComponentType.MentionableSelect]: (state, _component, text) =>
    accountNamed(text)?.id ?? roleNamed(state, text)?.id,
  [ComponentType.ChannelSelect]: (state, component, text) => {
    const types = component['channel_types'];
    // The schema has checked that these are channel types.
    const wanted = Array.isArray(types) && types.length > 0 ? (types as ChannelType[]) : undefined;
    const channel = channelNamed(state, text, wanted);
    // Conversations are no channels of the guild.
    return channel?.recipientId === null ? channel.id : undefined;
  },
};

/** Whether a component is a select of people, roles or channels: what it sends is resolved. */
export const isEntitySelect = (component: Component): boolean =>
  isSelect(component) && component['type'] !== ComponentType.StringSelect;

/** What a select shows as chosen before anybody has touched it. */
export const presetValues = ({ options, default_values: defaults }: Component): string[] =>
  [
    ...listOf(options).map((option) => option['default'] === true && option['value']),
    ...listOf(defaults).map(({ id }) => id),
  ].filter((value) => typeof value === 'string');

const listOf = (value: unknown) => (Array.isArray(value) ? value.filter(isObject) : []);

/** Whether a component is any kind of select. */
export const isSelect = ({ type }: Component): boolean => Number(type) in READERS;
