import type { WiderNews } from '../../domain/alerts/events.ts';
import type { TrackedMatch } from '../../domain/match/state.ts';
import type { Tournament } from '../../domain/people/people.ts';
import { TEAMS } from '../../domain/terms.ts';
import { tieKeyOf } from '../../domain/tournament/ties.ts';
import { countryName, dateRange } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outside, shortened } from '../../i18n/text.ts';
import { buttonRow, controlId } from '../controls.ts';
import { dotted, moreLine, TEXT_MAX } from '../lines/lines.ts';
import type { CardStyle } from '../match/live-card.ts';
import { categoryColour, covered, mentioning, type MessageBody, type Pings } from '../message.ts';
import { seededName } from '../lines/names.ts';
import { tieTeam } from '../lines/ties.ts';
import { disambiguated } from '../lines/disambiguation.ts';

const NAME_MAX = 80;
const LINES_MAX = 16;

type DrawEvent = Extract<WiderNews, { kind: 'draw' }>;
type TournamentEvent = Extract<WiderNews, { kind: 'tournament' }>;

interface DrawFacts {
  readonly event: DrawEvent;
  readonly tournament: Tournament | null;
  readonly matches: readonly TrackedMatch[];
  readonly pings: Pings;
  /** The pairs of a round reveal who won the previous one: covered where scores are. */
  readonly style: CardStyle;
}

/** The phase of a team event, or the round; null while unknown. */
const phaseWords = (t: Reader['t'], { draw, round }: DrawEvent): string | null => {
  if (draw === 'group') return t('tie.groupStage');
  if (draw === 'placement') return t('tie.placement');
  return round === null ? null : t(`round.${round}`);
};

export const drawTitle = (
  { t }: Reader,
  { event, tournament }: Pick<DrawFacts, 'event' | 'tournament'>,
): string => {
  const what = dotted([
    outside(tournament?.name ?? t('draw.unknown'), NAME_MAX),
    event.category === null ? null : t(`category.${event.category}`),
    phaseWords(t, event),
  ]);
  return t('draw.title', { what });
};

/** The pairs of each match, or the teams of each tie, one a line. */
export const drawPairs = (reader: Reader, matches: readonly TrackedMatch[]): readonly string[] => {
  const { t } = reader;
  const keys = matches.map(({ match }) => tieKeyOf(match));
  const meetings = matches.filter((_, index) => {
    const key = keys[index] ?? null;
    return key === null || keys.indexOf(key) === index;
  });
  const shown = disambiguated(meetings.slice(0, LINES_MAX));
  const more = meetings.length - shown.length;
  return [
    ...shown.map(({ match }) =>
      match.tie === undefined
        ? TEAMS.map((team) => seededName(t, match, team)).join(' – ')
        : TEAMS.map((team) => tieTeam(reader, match.tie?.teams[team] ?? null)).join(' – '),
    ),
    moreLine(t, more),
  ].filter((line) => line !== null);
};

/** New matches of a draw: a complete round, or matches whose teams became known. */
export const drawPost = (
  reader: Reader,
  { event, tournament, matches, pings, style }: DrawFacts,
): MessageBody => {
  const pairs = shortened(drawPairs(reader, matches).join('\n'), TEXT_MAX);
  return {
    ...mentioning(pings, drawTitle(reader, { event, tournament })),
    embeds: [
      {
        description: covered(pairs, style.coverScores),
        color: categoryColour(event.category),
      },
    ],
    components: tournamentButton(reader.t, event.tournamentId),
  };
};

interface TournamentFacts {
  readonly event: TournamentEvent;
  readonly tournament: Tournament;
  readonly pings: Pings;
}

export const tournamentPost = (
  { t, locale }: Reader,
  { event, tournament, pings }: TournamentFacts,
): MessageBody => {
  const { startDate, endDate } = tournament;
  const dates = startDate === null ? '?' : dateRange(locale, startDate, endDate ?? startDate);
  const { change, place, former } = event;
  const values = {
    name: outside(tournament.name, NAME_MAX),
    dates,
    place: place === undefined ? '' : placeText(locale, place),
    former: outside(former?.name ?? '', NAME_MAX),
  };
  const news = change === 'moved' && place !== undefined ? 'relocated' : change;
  return {
    ...mentioning(pings, t(`tournamentNews.${news}`, values)),
    components: tournamentButton(t, tournament.id),
  };
};

/** `Lyon, France`. */
const placeText = (
  locale: Reader['locale'],
  { location, country }: Pick<Tournament, 'location' | 'country'>,
): string =>
  [location, country === null ? null : countryName(locale, country)]
    .flatMap((part) => (part === null ? [] : [outside(part, NAME_MAX)]))
    .join(', ');

const tournamentButton = (t: Reader['t'], id: number) =>
  buttonRow({ id: controlId('tournament', 'open', id), label: t('button.tournament') });
