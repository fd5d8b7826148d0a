import type { QuietHoursNews, VenueOffset } from '../../domain/alerts/subject.ts';
import type { TrackedMatch } from '../../domain/match/state.ts';
import { phaseOf } from '../../domain/match/match.ts';
import { matchOffset } from '../../domain/tournament/venue-clock.ts';
import { isInDigest } from '../../domain/alerts/verdict.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outside, shortened } from '../../i18n/text.ts';
import type { CardStyle } from '../match/live-card.ts';
import { matchPost } from './match-posts.ts';
import { linesWithin, TEXT_MAX, dotted } from '../lines.ts';
import { matchOfTheDayLine, roundName } from '../match/line.ts';
import {
  COLOURS,
  covered,
  mentioning,
  NO_PINGS,
  type MessageBody,
  type Pings,
  reply,
  embedReply,
} from '../message.ts';
import { sideOf } from '../people/names.ts';
import { scheduledTime } from '../schedule/time.ts';
import { plainTieTitle } from '../tournament/ties.ts';
import { disambiguator, disambiguated } from '../people/disambiguation.ts';
import { drawPairs, drawTitle, tournamentPost } from './tournament-posts.ts';

const LINES_MAX = 25;

interface DayFacts {
  readonly matches: readonly TrackedMatch[];
  /** Venues' UTC offsets by match, where better known than from their countries. */
  readonly offsets?: ReadonlyMap<number, VenueOffset>;
  readonly pings: Pings;
}

/** The daily digest: today's matches among the followed ones. */
export const dayPost = (reader: Reader, { matches, offsets, pings }: DayFacts): MessageBody => {
  const { t } = reader;
  if (matches.length === 0) return reply({ content: t('board.nothing') });
  const all = disambiguated(matches);
  const shown = all.slice(0, LINES_MAX);
  const more = matches.length - shown.length;
  const offsetOf = (held: TrackedMatch): VenueOffset =>
    offsets?.get(held.match.id) ?? matchOffset(held);
  const lines = shown.map((held) => dayLine(reader, held, offsetOf(held)));
  const byMatch = new Map(all.map((held) => [held.match, offsetOf(held)]));
  const best = matchOfTheDayLine(
    reader,
    [...byMatch.keys()],
    (match) => byMatch.get(match) ?? null,
  );
  return {
    ...mentioning(pings, t('dailyDigest.title', { count: matches.length })),
    embeds: [
      {
        description: shortened(
          [
            ...(best === null ? [] : [best, '']),
            ...lines,
            ...(more > 0 ? [t('dailyDigest.more', { count: more })] : []),
          ].join('\n'),
          TEXT_MAX,
        ),
        color: COLOURS.scheduled,
      },
    ],
  };
};

const dayLine = (reader: Reader, held: TrackedMatch, offset: VenueOffset): string => {
  const { t } = reader;
  const { match, tournament } = held;
  const when =
    phaseOf(match.status) === 'upcoming'
      ? scheduledTime(reader, match, offset)
      : t('follow.onCourt');
  const category = match.category === null ? '' : t(`category.${match.category}`);
  const tie = plainTieTitle(reader, match) ?? '';
  const parts = [tournament?.name ?? '', category, roundName(t, held), tie];
  const what = dotted(parts.map((part) => outside(part, 110)));
  return `${when} · **${sideOf(t, match, 'team_1')}** – **${sideOf(t, match, 'team_2')}**\n-# ${what}`;
};

/** The quiet-hours digest: each event once, in one post. */
export const quietHoursDigestPost = (
  reader: Reader,
  { news, style }: { readonly news: readonly QuietHoursNews[]; readonly style: CardStyle },
): MessageBody => {
  const { t } = reader;
  const told = disambiguatedNews(wholeDraws(news.filter(({ event }) => isInDigest(event))));
  const lines = new Set(told.map((each) => digestLine(reader, each, style)));
  lines.delete('');
  const items = [...lines].slice(0, LINES_MAX).map((line) => `- ${line}`);
  const shown = linesWithin(items, TEXT_MAX);
  const more = lines.size - shown.length;
  const text = [...shown, ...(more > 0 ? [t('dailyDigest.more', { count: more })] : [])].join('\n');
  return embedReply(
    { description: text, color: COLOURS.final },
    { content: t('quietHoursDigest.title') },
  );
};

/** Merges the parts of a round into one entry, at the position of the first part. */
const wholeDraws = (news: readonly QuietHoursNews[]): readonly QuietHoursNews[] => {
  const parts = Map.groupBy(news, ({ event }, index) =>
    event.kind === 'draw'
      ? `${event.tournamentId} ${event.category ?? ''} ${event.draw ?? ''} ${event.round ?? ''}`
      : index,
  );
  return [...parts.values()].flatMap((same) => {
    const [first] = same;
    return first === undefined
      ? []
      : [{ ...first, matches: same.flatMap(({ matches }) => matches) }];
  });
};

const disambiguatedNews = (news: readonly QuietHoursNews[]): readonly QuietHoursNews[] => {
  const about = news.flatMap(({ held, matches }) => (held === null ? matches : [held]));
  const apart = disambiguator(about.map(({ match }) => match));
  const heldApart = (held: TrackedMatch): TrackedMatch => ({ ...held, match: apart(held.match) });
  return news.map((each) => ({
    ...each,
    held: each.held === null ? null : heldApart(each.held),
    matches: each.matches.map(heldApart),
  }));
};

const digestLine = (
  reader: Reader,
  { event, held, tournament, matches, offset = null }: QuietHoursNews,
  style: CardStyle,
): string => {
  if ('matchId' in event && held !== null) {
    const facts = { event, held, pings: NO_PINGS, correctedAt: null, style, offset };
    return matchPost(reader, facts).content ?? '';
  }
  if (event.kind === 'draw') {
    const pairs = drawPairs(reader, matches).map((pair) => covered(pair, style.coverScores));
    return [drawTitle(reader, { event, tournament }), ...pairs].join('\n  - ');
  }
  if (event.kind !== 'tournament' || tournament === null) return '';
  return tournamentPost(reader, { event, tournament, pings: NO_PINGS }).content ?? '';
};
