import type { MissedNews } from '../domain/alert-subject.ts';
import type { HeldMatch } from '../domain/held-match.ts';
import { phaseOf } from '../domain/match.ts';
import { isToldLater } from '../domain/verdict.ts';
import type { Reader } from '../i18n/i18n.ts';
import { outside, shortened } from '../i18n/text.ts';
import type { CardStyle } from './live-card.ts';
import { matchPost } from './match-posts.ts';
import { roundName } from './match-line.ts';
import {
  COLOURS,
  mentioning,
  NO_MENTIONS,
  NOBODY,
  type MessageBody,
  type Pings,
} from './message.ts';
import { teamName } from './names.ts';
import { scheduledTime } from './schedule-time.ts';
import { drawPost, tournamentPost } from './tournament-posts.ts';
import { venueOffset } from './venue.ts';

const DESCRIPTION_MAX = 4_000;
const LINES_MAX = 25;

interface DayFacts {
  readonly date: string;
  readonly matches: readonly HeldMatch[];
  readonly pings: Pings;
}

/** The list of the morning: what is followed and to be played today. */
export const dayPost = (reader: Reader, { matches, pings }: DayFacts): MessageBody => {
  const { t } = reader;
  if (matches.length === 0) return { content: t('morning.nothing'), allowed_mentions: NO_MENTIONS };
  const shown = matches.slice(0, LINES_MAX);
  const more = matches.length - shown.length;
  const lines = shown.map((held) => dayLine(reader, held));
  return {
    ...mentioning(pings, t('morning.title', { count: matches.length })),
    embeds: [
      {
        description: shortened(
          [...lines, ...(more > 0 ? [t('morning.more', { count: more })] : [])].join('\n'),
          DESCRIPTION_MAX,
        ),
        color: COLOURS.scheduled,
      },
    ],
  };
};

const dayLine = (reader: Reader, held: HeldMatch): string => {
  const { t } = reader;
  const { match, tournament } = held;
  const when =
    phaseOf(match.status) === 'upcoming'
      ? scheduledTime(reader, match, venueOffset(held, match.playedOn))
      : t('follow.onCourt');
  const what = [tournament?.name ?? '', roundName(t, held)]
    .filter((part) => part !== '')
    .map((part) => outside(part))
    .join(' · ');
  return `${when} · **${teamName(match, 'team_1')}** – **${teamName(match, 'team_2')}**\n-# ${what}`;
};

/** What happened in quiet hours, in one post. */
export const missedPost = (
  reader: Reader,
  { news, style }: { readonly news: readonly MissedNews[]; readonly style: CardStyle },
): MessageBody => {
  const { t } = reader;
  const lines = news.flatMap((each) => {
    const line = isToldLater(each.event) ? missedLine(reader, each, style) : '';
    return line === '' ? [] : [`- ${line}`];
  });
  const shown = lines.slice(0, LINES_MAX);
  const more = lines.length - shown.length;
  const text = [...shown, ...(more > 0 ? [t('morning.more', { count: more })] : [])].join('\n');
  return {
    content: t('missed.title'),
    embeds: [{ description: shortened(text, DESCRIPTION_MAX), color: COLOURS.final }],
    allowed_mentions: NO_MENTIONS,
  };
};

const missedLine = (
  reader: Reader,
  { event, held, tournament }: MissedNews,
  style: CardStyle,
): string => {
  if ('matchId' in event && held !== null) {
    const facts = { event, held, pings: NOBODY, correctedAt: null, style };
    return matchPost(reader, facts).content ?? '';
  }
  if (event.kind === 'draw') {
    return drawPost(reader, { event, tournament, matches: [], pings: NOBODY, style }).content ?? '';
  }
  if (event.kind !== 'tournament' || tournament === null) return '';
  return tournamentPost(reader, { event, tournament, pings: NOBODY }).content ?? '';
};
