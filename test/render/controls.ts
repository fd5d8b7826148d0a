import { ComponentType, type APIComponentInMessageActionRow } from 'discord-api-types/v10';
import type { MessageBody } from '#src/render/message.ts';

/** The buttons and menus of a message, in order. */
export const controlsOf = ({ components }: MessageBody): APIComponentInMessageActionRow[] =>
  (components ?? []).flatMap((row) => (row.type === ComponentType.ActionRow ? row.components : []));

/** The description of the first embed of a message. */
export const textOf = ({ embeds }: MessageBody): string => embeds?.[0]?.description ?? '';

/** The labels of the controls of a message. */
export const labelsOf = (body: MessageBody): string[] =>
  controlsOf(body).flatMap((control) => ('label' in control ? [control.label] : []));

/** The custom ids of the controls of a message. */
export const idsOfControls = (body: MessageBody): string[] =>
  controlsOf(body).flatMap((control) => ('custom_id' in control ? [control.custom_id] : []));

/** The entries of the menus of a message. */
export const entriesOf = (body: MessageBody) =>
  controlsOf(body).flatMap((control) => ('options' in control ? control.options : []));
