import type { APIEmbedField } from 'discord-api-types/v10';
import { FIELD_MAX } from '../../discord/message-limits.ts';
import { coverageOf } from '../../domain/match/live-points.ts';
import type { Match } from '../../domain/match/match.ts';
import { isCalledOff } from '../../domain/tournament/tournament-status.ts';
import type { Tournament } from '../../domain/people/people.ts';
import { CATEGORIES, type Category } from '../../domain/terms.ts';
import type { PastWinners } from '../../domain/tournament/editions.ts';
import { countMatches, progressOf, type Champions } from '../../domain/tournament/progress.ts';
import { capitalised, countryName, money } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outside } from '../../i18n/text.ts';
import type { PlanLimits } from '../match/controls.ts';
import { type MessageBody, embedReply, factFields } from '../message.ts';
import { fullName, pairName } from '../lines/names.ts';
import { tieTeam } from '../lines/ties.ts';
import { tournamentControls } from './controls.ts';
import {
  datesOf,
  levelText,
  plainTournamentName,
  statusColour,
  statusText,
} from '../lines/tournament-texts.ts';
import { joinedLines, joinedWithin, dotted, notInPlanLine, readAtLine } from '../lines/lines.ts';

/** Why matches could not be read: a failure, or the plan lacks them. */
export type Unread = 'tournament.matchesUnread' | 'player.notInPlan';

interface TournamentCardView {
  readonly tournament: Tournament;
  /** Whether the service still lists it; else only the directory's data is known. */
  readonly isListed: boolean;
  readonly matches: readonly Match[] | Unread;
  /** The latest first; nothing when left out. */
  readonly pastWinners?: readonly PastWinners[];
  readonly readAt: number;
  /** What the plan lacks of its matches; nothing when left out. */
  readonly lacks?: PlanLimits;
}

export const tournamentMessage = (reader: Reader, view: TournamentCardView): MessageBody => {
  const { t } = reader;
  const { tournament, isListed, matches, pastWinners = [], readAt } = view;
  const known = typeof matches === 'string' ? [] : matches;
  const description = joinedLines([
    isListed ? null : t('tournament.notFound'),
    coverageLine(reader, view),
    isCalledOff(tournament)
      ? t('labelled', { name: t('help.status'), value: statusText(t, tournament.status) })
      : null,
    readAtLine(t, readAt),
  ]);
  const about = placeFields(reader, tournament);
  const words = dotted([levelText(t, tournament.level), statusText(t, tournament.status)]);
  return embedReply({
    author: capitalised(reader.locale, words),
    title: plainTitle(tournament),
    description,
    color: statusColour(tournament),
    fields: [
      ...about,
      matchesField(reader, tournament, matches),
      ...CATEGORIES.map((category) => categoryField(reader, known, category)),
      pastField(reader, pastWinners),
    ],
    open: [description, ...about],
    components: tournamentControls(reader, { tournament, matches: known, view: { kind: 'card' } }),
  });
};

/** Which data its matches have: what the service covers and the plan includes. */
const coverageLine = ({ t }: Reader, { tournament, lacks }: TournamentCardView): string | null => {
  if (tournament.level === '') return null;
  const coverage = coverageOf(tournament.level);
  if (coverage !== 'points') return t(`tournament.coverage.${coverage}`);
  const lacking = [
    lacks?.points === true ? t('button.points') : null,
    lacks?.stats === true ? t('button.statistics') : null,
  ].filter((name) => name !== null);
  return lacking.length > 0 ? notInPlanLine(t, ...lacking) : t('tournament.coverage.points');
};

/** Titles render markdown. */
export const plainTitle = (tournament: Tournament): string =>
  outside(plainTournamentName(tournament), 110);

const placeFields = (reader: Reader, tournament: Tournament): readonly APIEmbedField[] => {
  const { t, locale } = reader;
  const { prize, venue, location, country } = tournament;
  const place = [venue, location, country === null ? null : countryName(locale, country)]
    .flatMap((part) => part ?? [])
    .map((part) => outside(part, 60))
    .join(', ');
  return factFields([
    [t('tournament.dates'), datesOf(reader, tournament)],
    [t('tournament.place'), place || null],
    [t('tournament.prize'), prize === undefined ? null : money(locale, prize)],
  ]);
};

const matchesField = (
  { t }: Reader,
  { status }: Tournament,
  matches: TournamentCardView['matches'],
): APIEmbedField | null => {
  if (isCalledOff({ status }) && matches.length === 0) return null;
  const name = t('follow.kind.match');
  if (typeof matches === 'string') return { name, value: t(matches) };
  if (matches.length === 0) return { name, value: t('tournament.noMatches') };
  const { played, playing, toCome } = countMatches(matches);
  const value = dotted([
    t('tournament.played', { count: played }),
    playing === 0 ? null : t('labelled', { name: t('form.playing'), value: playing }),
    toCome === 0 && status !== 'live' ? null : t('tournament.toCome', { count: toCome }),
  ]);
  return { name, value };
};

/** `2025: Ana Vega / Eva Lamas · Al Paz / Bo Rey` */
const pastLine = (t: Reader['t'], { year, winners }: PastWinners): string => {
  const sides = [...CATEGORIES, null].map((category) =>
    winners
      .filter((winner) => winner.category === category)
      .map((winner) => fullName(winner))
      .join(' / '),
  );
  return t('labelled', { name: year, value: dotted(sides) });
};

const pastField = ({ t }: Reader, past: readonly PastWinners[]): APIEmbedField | null => {
  const lines = past.map((each) => pastLine(t, each));
  return lines.length === 0
    ? null
    : { name: t('tournament.pastWinners'), value: joinedWithin(lines, FIELD_MAX) };
};

const championsName = (reader: Reader, champions: Champions): string =>
  `**${'team' in champions ? tieTeam(reader, champions.team) : pairName(champions.pair)}**`;

/** How far a category has come; its champions when it is over. */
const categoryField = (
  reader: Reader,
  matches: readonly Match[],
  category: Category,
): APIEmbedField | null => {
  const { t } = reader;
  const progress = progressOf(matches, category);
  if (progress === null) return null;
  const { round, isOver, champions } = progress;
  const stage = round === 'group' ? t('tie.groupStage') : t(`round.${round}`);
  const value =
    champions !== null
      ? t('labelled', { name: t('career.title'), value: championsName(reader, champions) })
      : isOver
        ? t('tournament.stagePlayed', { round: stage })
        : stage;
  return { name: t(`category.${category}`), value, inline: true };
};
