import type { HeldMatch } from '../domain/held-match.ts';
import { timestamp } from '../i18n/text.ts';
import { buttonRow, controlId } from './controls.ts';
import { matchEmbed, type Reader } from './live-card.ts';
import { NO_MENTIONS, type MessageBody } from './message.ts';

export interface LiveListView {
  readonly matches: readonly HeldMatch[];
  /** Whether the plan has no live points. */
  readonly lacksLive: boolean;
  readonly now: number;
}

/** Discord allows ten embeds and 6,000 characters in one message; a card takes up to 600. */
const SHOWN = 8;

/** The answer of `/live`: every match in play with its score, refreshed in place. */
export const liveListMessage = ({ t, locale }: Reader, view: LiveListView): MessageBody => {
  const { matches, lacksLive, now } = view;
  const more = matches.length - SHOWN;
  const lines = [
    matches.length === 0 ? t('live.none') : `**${t('live.title')}**`,
    more > 0 ? t('live.more', { count: more }) : null,
    lacksLive ? t('live.notInPlan') : null,
    `-# ${t('live.polled', { when: timestamp(now, 'R') })}`,
  ];
  return {
    content: lines.filter((line) => line !== null).join('\n'),
    embeds: matches.slice(0, SHOWN).map((held) => matchEmbed({ t, locale }, held)),
    components: buttonRow({ id: controlId('live', 'refresh'), label: t('button.refresh') }),
    allowed_mentions: NO_MENTIONS,
  };
};
