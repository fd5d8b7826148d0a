import { ButtonStyle, InteractionType } from 'discord-api-types/v10';
import { Complaint } from '../complaint.ts';
import type { Discord } from '../discord.ts';
import type { Account } from '../guild/accounts.ts';
import { componentOf } from '../validation/component-tree.ts';
import type { StoredMessage } from '../state/state.ts';
import { openInteraction } from './open.ts';
import { interactionOutcome, type InteractionOutcome } from './outcome.ts';
import { resolvedData } from './resolved.ts';
import { isEntitySelect, isSelect, selectValues } from './select-values.ts';

export interface Press {
  readonly person: Account;
  readonly message: StoredMessage;
  readonly customId: string;
  /** For selects: what was chosen. */
  readonly values: readonly string[];
}

/** Presses a button or chooses in a select. Throws a `Complaint` for what cannot be pressed. */
export const press = (
  discord: Discord,
  { person, message, customId, values }: Press,
): Promise<InteractionOutcome> => {
  const { state } = discord;
  const component = componentOf(message.body.components, customId)?.component;
  if (component === undefined) throw new Complaint(noSuchComponent(message, customId));
  if (component['disabled'] === true) throw new Complaint(`${customId} is disabled`);
  if (component['style'] === ButtonStyle.Link)
    throw new Complaint('A link opens a page: nobody is asked');
  const channel = state.channels.get(message.body.channel_id);
  if (channel === undefined) throw new Complaint('The channel of this message is gone');
  const chosen = isSelect(component) ? selectValues(state, component, values) : null;
  const resolved =
    chosen === null || !isEntitySelect(component)
      ? {}
      : resolvedData(state, channel, person, chosen);
  const data = {
    component_type: component['type'],
    custom_id: customId,
    id: component['id'],
    ...(chosen === null ? {} : { values: chosen }),
    ...(Object.keys(resolved).length === 0 ? {} : { resolved }),
  };
  return interactionOutcome(discord, () =>
    openInteraction(discord, {
      type: InteractionType.MessageComponent,
      person,
      channel,
      data,
      source: message,
    }),
  );
};

const noSuchComponent = ({ body }: StoredMessage, customId: string): string => {
  const ids = JSON.stringify(body.components ?? []).match(/"custom_id":"[^"]*"/g) ?? [];
  const known = ids.map((text) => text.slice('"custom_id":'.length)).join(', ');
  return `The message has no component "${customId}". It has: ${known || 'none'}`;
};
