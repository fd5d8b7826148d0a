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
  const read = READERS[Number(component['type'])];
  return chosen.map((text) => {
    const value = read?.(state, component, text);
    if (value === undefined) throw new Complaint(`"${text}" cannot be chosen here`);
    return value;
  });
};

type Reader = (state: Readonly<State>, component: Component, text: string) => string | undefined;

const offeredOption: Reader = (_state, { options }, text) => {
  const values = (Array.isArray(options) ? options : [])
    .filter(isObject)
    .map((option) => String(option['value']));
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
    return channelNamed(state, text, wanted)?.id;
  },
};

/** Whether a component is any kind of select. */
export const isSelect = ({ type }: Component): boolean => Number(type) in READERS;
