import { ComponentType, InteractionType } from 'discord-api-types/v10';
import { Complaint } from '../complaint.ts';
import type { Discord } from '../discord.ts';
import type { Account } from '../guild/accounts.ts';
import { isObject } from '../json.ts';
import { messageOf, type State } from '../state/state.ts';
import { placedComponents } from '../validation/component-tree.ts';
import type { OpenModal } from './memory.ts';
import { openInteraction } from './open.ts';
import { interactionOutcome, type InteractionOutcome } from './outcome.ts';
import { resolvedData } from './resolved.ts';
import { isEntitySelect, isSelect, presetValues, selectValues } from './select-values.ts';

/** What was filled in, by custom id: a text, or what was chosen in a select. */
export type FilledFields = Readonly<Record<string, string | readonly string[]>>;

type Component = Readonly<Record<string, unknown>>;

/** Sends a filled form. Throws a `Complaint` for what Discord's client would not let through. */
export const submitModal = (
  discord: Discord,
  { modal, opener }: OpenModal,
  person: Account,
  values: FilledFields,
): Promise<InteractionOutcome> => {
  const { state } = discord;
  const { channelId, sourceMessageId } = opener;
  const channel = state.channels.get(channelId);
  if (channel === undefined) throw new Complaint('The channel of this form is gone');
  const fields = placedComponents(modal.components).map(({ component }) => component);
  const known = fields
    .map((field) => String(field['custom_id']))
    .filter((id) => id !== 'undefined');
  const unknown = Object.keys(values).find((id) => !known.includes(id));
  if (unknown !== undefined) {
    throw new Complaint(`The form has no field "${unknown}". It has: ${known.join(', ')}`);
  }
  const components = modal.components.map((row) => filledRow(discord, { ...row }, values));
  const chosen = fields.filter(isEntitySelect).flatMap((field) => chosenIn(state, field, values));
  const resolved = resolvedData(state, channel, person, chosen);
  const data = {
    custom_id: modal.custom_id,
    components,
    ...(Object.keys(resolved).length === 0 ? {} : { resolved }),
  };
  return interactionOutcome(discord, () =>
    openInteraction(discord, {
      type: InteractionType.ModalSubmit,
      person,
      channel,
      data,
      opener,
      source:
        sourceMessageId === null ? null : (messageOf(state, channelId, sourceMessageId) ?? null),
    }),
  );
};

/** A row or label of the form with what was filled into it. */
const filledRow = (discord: Discord, row: Component, values: FilledFields): object => {
  const id = row['id'] ?? 0;
  const inner = row['component'];
  if (isObject(inner))
    return { type: row['type'], id, component: filledField(discord, inner, values) };
  const children = Array.isArray(row['components']) ? row['components'].filter(isObject) : null;
  return children === null
    ? { type: row['type'], id }
    : {
        type: row['type'],
        id,
        components: children.map((one) => filledField(discord, one, values)),
      };
};

const filledField = ({ state }: Discord, field: Component, values: FilledFields): object => {
  const customId = String(field['custom_id']);
  const base = { type: field['type'], id: field['id'] ?? 0, custom_id: customId };
  const given = values[customId];
  if (isSelect(field)) {
    return { ...base, values: chosenIn(state, field, values) };
  }
  if (field['type'] !== ComponentType.TextInput) return { ...base, value: given ?? null };
  const text = [given, field['value']].find((value) => typeof value === 'string') ?? '';
  refuseWrongLength(field, text);
  return { ...base, value: text };
};

/** What a select of the form sends; an untouched one sends its defaults. */
const chosenIn = (state: Readonly<State>, field: Component, values: FilledFields): string[] => {
  const list = [values[String(field['custom_id'])] ?? presetValues(field)].flat();
  const isOptional = field['required'] === false && list.length === 0;
  return isOptional ? [] : selectValues(state, field, list);
};

const refuseWrongLength = (field: Component, text: string) => {
  const isRequired = field['required'] !== false;
  const least = Number(field['min_length'] ?? 0);
  const most = Number(field['max_length'] ?? 4_000);
  const name = String(field['custom_id']);
  if (text === '' && !isRequired) return;
  if (text === '') throw new Complaint(`${name} is required`);
  if (text.length >= least && text.length <= most) return;
  throw new Complaint(`${name} must have ${least} to ${most} characters, not ${text.length}`);
};
