import type { APIEmbed } from 'discord-api-types/v10';
import type { HeldMatch } from '../domain/held-match.ts';
import { buttonRow, controlId } from './controls.ts';
import type { Reader } from '../i18n/i18n.ts';
import { matchEmbed } from './live-card.ts';
import { NO_MENTIONS, type MessageBody } from './message.ts';

export interface LiveListView {
  readonly matches: readonly HeldMatch[];
  /** Whether the plan has no live points. */
  readonly lacksLive: boolean;
}

/** Discord allows ten embeds in one message, and this many characters in all of them together. */
const EMBEDS_LENGTH = 6_000;
const SHOWN = 8;

const lengthOf = ({ author, description }: APIEmbed): number =>
  (author?.name.length ?? 0) + (description?.length ?? 0);

/** As many of the first embeds as one message holds. */
const fitting = (embeds: readonly APIEmbed[]): APIEmbed[] => {
  let length = 0;
  return embeds.filter((embed) => {
    length += lengthOf(embed);
    return length <= EMBEDS_LENGTH;
  });
};

/** The answer of `/live`: every match in play with its score, refreshed in place. */
export const liveListMessage = ({ t, locale }: Reader, view: LiveListView): MessageBody => {
  const { matches, lacksLive } = view;
  const embeds = fitting(matches.slice(0, SHOWN).map((held) => matchEmbed({ t, locale }, held)));
  const more = matches.length - embeds.length;
  const lines = [
    matches.length === 0 ? t('live.none') : `**${t('live.title')}**`,
    more > 0 ? t('live.more', { count: more }) : null,
    lacksLive ? t('live.notInPlan') : null,
  ];
  return {
    content: lines.filter((line) => line !== null).join('\n'),
    embeds,
    components: buttonRow({ id: controlId('live', 'refresh'), label: t('button.refresh') }),
    allowed_mentions: NO_MENTIONS,
  };
};
