import type { QuietHoursNews, VenueOffset } from '../../domain/alerts/subject.ts';
import type { TrackedMatch } from '../../domain/match/state.ts';
import { phaseOf } from '../../domain/match/match.ts';
import { matchOffset } from '../../domain/match/venue-clock.ts';
import { isInDigest } from '../../domain/alerts/verdict.ts';
import { closestMatch, favouriteInDanger } from '../../domain/tournament/morning.ts';
import { opponentOf } from '../../domain/terms.ts';
import { percent, percentages } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outside, shortened } from '../../i18n/text.ts';
import type { MatchPostFacts } from './outcome-posts.ts';
import { matchPost } from './match-posts.ts';
import { dotted, joinedLines, linesWithin, moreLine, TEXT_MAX } from '../lines/lines.ts';
import { matchOfTheDayLine, roundName } from '../lines/match-line.ts';
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
import { bothSides, seedOf, teamName } from '../lines/names.ts';
import { timeToBegin, withoutCourtOrder } from '../lines/time.ts';
import { plainTieTitle } from '../lines/ties.ts';
import { disambiguator, disambiguated } from '../lines/disambiguation.ts';
import { drawPairs, drawTitle, tournamentPost } from './tournament-posts.ts';

const LINES_MAX = 25;
const NAME_MAX = 60;

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
  const morning = morningLines(reader, all);
  const best =
    morning.length > 0
      ? null
      : matchOfTheDayLine(reader, [...byMatch.keys()], (match) => byMatch.get(match) ?? null);
  return {
    ...mentioning(pings, t('dailyDigest.title', { count: matches.length })),
    embeds: [
      {
        description: shortened(
          joinedLines([
            ...morning,
            best,
            morning.length > 0 || best !== null ? '' : null,
            ...lines,
            moreLine(t, more),
          ]),
          TEXT_MAX,
        ),
        color: COLOURS.scheduled,
      },
    ],
  };
};

/** The closest match, and the favourite most in danger. */
const morningLines = (reader: Reader, matches: readonly TrackedMatch[]): readonly string[] => {
  const { t, locale } = reader;
  const closest = closestMatch(matches);
  const favourite = favouriteInDanger(matches, closest?.held ?? null);
  const lines: string[] = [];
  if (closest !== null) {
    const { home, away } = percentages(locale, closest.chances);
    const match = `${bothSides(t, closest.held.match)} (${home} – ${away})`;
    lines.push(t('dailyDigest.closest', { match }));
  }
  if (favourite !== null) {
    const { held, team, chances } = favourite;
    const pair = `${teamName(held.match, team)}${seedOf(held.match, team)}`;
    const chance = percent(locale, chances[team]);
    const opponents = teamName(held.match, opponentOf(team));
    lines.push(t('dailyDigest.inDanger', { pair, chance, opponents }));
  }
  return lines;
};

const dayLine = (reader: Reader, held: TrackedMatch, offset: VenueOffset): string => {
  const { t } = reader;
  const { match, tournament } = held;
  const when =
    phaseOf(match.status) === 'upcoming'
      ? timeToBegin(reader, withoutCourtOrder(match), offset)
      : t('follow.onCourt');
  return `${dotted([when, bothSides(t, match)])}\n-# ${stageText(reader, held, tournament?.name)}`;
};

/** `Madrid P1 · Men · Quarterfinal` */
const stageText = (reader: Reader, held: TrackedMatch, tournament?: string): string => {
  const { t } = reader;
  const { category } = held.match;
  return dotted(
    [
      tournament,
      category === null ? null : t(`category.${category}`),
      roundName(t, held),
      plainTieTitle(reader, held.match),
    ].map((part) => outside(part ?? '', 110)),
  );
};

/** The quiet-hours digest: each event once, below its tournament, in one post. */
export const quietHoursDigestPost = (
  reader: Reader,
  { news, style }: Pick<MatchPostFacts, 'style'> & { readonly news: readonly QuietHoursNews[] },
): MessageBody => {
  const { t } = reader;
  const told = disambiguatedNews(wholeDraws(news.filter(({ event }) => isInDigest(event))));
  const byTournament = Map.groupBy(told, (each) => tournamentName(reader, each));
  const items = [...byTournament].flatMap(([name, those]) => {
    const lines = new Set(those.map((each) => digestLine(reader, each, style)));
    lines.delete('');
    return [...lines].map((line, index) => (index === 0 ? `### ${name}\n${line}` : line));
  });
  const shown = linesWithin(items.slice(0, LINES_MAX), TEXT_MAX);
  const more = items.length - shown.length;
  return embedReply({
    description: [...shown, moreLine(t, more)],
    color: COLOURS.final,
    content: t('quietHoursDigest.title'),
  });
};

const tournamentName = ({ t }: Reader, { held, tournament }: QuietHoursNews): string =>
  outside((tournament ?? held?.tournament)?.name ?? '', NAME_MAX) || t('form.unknownEvent');

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
  style: MatchPostFacts['style'],
): string => {
  if ('matchId' in event && held !== null) {
    // The next opponents may stand in the digest themselves.
    const told = { ...event, next: undefined };
    const facts = { event: told, held, pings: NO_PINGS, correctedAt: null, style, offset };
    const stage = stageText(reader, held);
    const text = matchPost(reader, facts).content ?? '';
    return text === '' || stage === '' ? text : `${text}\n-# ${stage}`;
  }
  if (event.kind === 'draw') {
    const pairs = drawPairs(reader, matches).map((pair) => covered(pair, style.coverScores));
    return [drawTitle(reader, { event, tournament }), ...pairs].join('\n- ');
  }
  if (event.kind !== 'tournament' || tournament === null) return '';
  return tournamentPost(reader, { event, tournament, pings: NO_PINGS }).content ?? '';
};
