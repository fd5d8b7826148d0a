import { ComponentType } from 'discord-api-types/v10';
import { BUTTONS_PER_ROW, MESSAGE_ROWS_MAX } from '../discord/message-limits.ts';
import type { Reader } from '../i18n/i18n.ts';
import { hide } from './conceal.ts';
import { buttonRow, type Row } from './controls.ts';
import { reply, withNote, type MessageBody } from './message.ts';

const hasRoom = (row: NonNullable<MessageBody['components']>[number]): row is Row =>
  row.type === ComponentType.ActionRow &&
  row.components.length < BUTTONS_PER_ROW &&
  row.components.every(({ type }) => type === ComponentType.Button);

/** An answer with a button that shares it: beside others where there is room, else below them. */
export const offer = (
  { t }: Pick<Reader, 't'>,
  body: MessageBody,
  buttonId: string,
): MessageBody => {
  const { components = [] } = body;
  const own = buttonRow({ id: buttonId, label: t('button.share') });
  const beside = components.find(hasRoom);
  if (beside === undefined && components.length >= MESSAGE_ROWS_MAX) return body;
  if (beside === undefined) return { ...body, components: [...components, ...own] };
  const joined = [...beside.components, ...own.flatMap((row) => row.components)];
  return {
    ...body,
    components: components.map((row) => (row === beside ? { ...beside, components: joined } : row)),
  };
};

/**
 * An answer as a member shares it, without its controls. Where they hide scores, a button shows what is
 * hidden to each who presses it alone.
 */
export const shared = (
  reader: Pick<Reader, 't'>,
  { content = '', embeds = [], files = [], open = [], share = '' }: MessageBody,
  { userId, hidesScores }: { readonly userId: string; readonly hidesScores: boolean },
): MessageBody => {
  const body = { content, embeds, files, open };
  const shown = (hidesScores ? hide(reader, body, share) : null) ?? body;
  return reply(withNote(shown, reader.t('sharedBy', { member: `<@${userId}>` })));
};
