import { AllowedMentionsTypes, type APIEmbed } from 'discord-api-types/v10';
import type { AlertSettings } from '../../domain/alerts/settings.ts';
import type { TrackedMatch } from '../../domain/match/state.ts';
import {
  DELETED,
  isPlayOver,
  phaseOf,
  type Match,
  type Phase,
  isOver,
} from '../../domain/match/match.ts';
import { deuceRuleIn } from '../../domain/match/deuce-rule.ts';
import { isBreak, playedSets } from '../../domain/match/played-games.ts';
import { hasStarted, isUnconfirmed, scoreOf } from '../../domain/match/reading.ts';
import { formatSets, gamesIn, leaderOfSets, winnerOfSets } from '../../domain/match/score.ts';
import { TEAMS } from '../../domain/terms.ts';
import { matchOffset } from '../../domain/match/venue-clock.ts';
import { capitalised, percentages } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { buttonRow } from '../controls.ts';
import {
  catchUpButton,
  detailButtons,
  followButton,
  headToHeadButton,
  videoRow,
} from './controls.ts';
import { durationText, matchContext, standstillText } from '../lines/match-line.ts';
import { COLOURS, covered, mentioning, type MessageBody, type Pings, reply } from '../message.ts';
import { fullPairName, seededNames, seedOf, teamName } from '../lines/names.ts';
import { probabilityLines } from './probability-curve.ts';
import { resultHeadline } from './result.ts';
import { currentSituation, scoreBlock } from '../lines/score.ts';
import { timestamp } from '../../i18n/text.ts';
import { tieLine } from '../lines/ties.ts';
import { joinedLines, dotted } from '../lines/lines.ts';

const COLOUR_OF: Readonly<Record<Phase, number>> = {
  upcoming: COLOURS.scheduled,
  playing: COLOURS.live,
  over: COLOURS.final,
  unknown: COLOURS.scheduled,
};

export type CardStyle = Pick<AlertSettings, 'coverScores' | 'delay' | 'winProbability'>;

const PLAIN: CardStyle = { coverScores: false, delay: 0, winProbability: true };

/** The post that announces a start and pings; it becomes the live card. */
export const startPost = (
  reader: Reader,
  held: TrackedMatch,
  pings: Pings,
  style: CardStyle = PLAIN,
): MessageBody => ({
  ...liveCard(reader, held, style),
  ...mentioning(pings, hasStarted(held.state) ? started(reader, held) : sides(reader.t, held)),
});

/** A live card without announcement: the match was in play when first seen or followed. */
export const quietCard = (
  reader: Reader,
  held: TrackedMatch,
  style: CardStyle = PLAIN,
): MessageBody => reply({ ...liveCard(reader, held, style), content: sides(reader.t, held) });

/**
 * The live card: the match in its current state. It has no content, so an edit keeps the
 * announcement and its pings, until the match is over and the announcement out of date.
 */
export const liveCard = (
  reader: Reader,
  held: TrackedMatch,
  style: CardStyle = PLAIN,
): MessageBody => ({
  embeds: [matchEmbed(reader, held, style)],
  components: [
    ...buttonRow(
      // Points and statistics are current: where alerts are delayed they would be spoilers.
      ...(style.delay > 0 ? [] : detailButtons(reader, held)),
      headToHeadButton(reader, held),
      followButton(reader, held, style.coverScores),
      catchUpButton(reader, held),
    ),
    ...videoRow(reader, held, style.coverScores),
  ],
  // Where scores are covered, nothing but what is under the cover tells that the match is over.
  ...(isOver(held.state) && !style.coverScores
    ? reply({ content: sides(reader.t, held) })
    : // An edit pings nobody; this keeps the announcement's mentions highlighted.
      { allowed_mentions: { parse: [AllowedMentionsTypes.User, AllowedMentionsTypes.Role] } }),
});

const sides = (t: Reader['t'], { match }: TrackedMatch): string => {
  const { home, away } = seededNames(t, match);
  return `**${home}** – **${away}**`;
};

const started = ({ t }: Reader, { match }: TrackedMatch): string =>
  t('card.started', seededNames(t, match));

export const matchEmbed = (
  reader: Reader,
  held: TrackedMatch,
  style: CardStyle = PLAIN,
): APIEmbed => ({
  author: { name: matchContext(reader.t, held) },
  description: joinedLines([
    ...boardLines(reader, held, style),
    freshnessLine(reader, held, style),
  ]),
  color: style.coverScores ? COLOURS.scheduled : colourOf(held),
});

const colourOf = ({ state, delayedSince }: TrackedMatch): number =>
  delayedSince === null ? COLOUR_OF[phaseOf(state.status)] : COLOURS.warning;

/** The match that a player or a pair is playing, below their card. */
export const inPlayEmbed = (reader: Reader, held: TrackedMatch): APIEmbed => ({
  ...matchEmbed(reader, held),
  title: reader.t('player.inPlay'),
});

/** Who plays, the score, and what it means. */
export const boardLines = (
  reader: Reader,
  held: TrackedMatch,
  { coverScores, winProbability }: CardStyle = PLAIN,
): readonly (string | null)[] => {
  const { match, state } = held;
  const probability = winProbability ? probabilityLines(reader, held) : null;
  const isCovered = coverScores && isBegun(state) && !match.withheld.includes('score');
  const board = [
    covered(scoreBlock(match, state, isCovered) ?? '', isCovered) || noScoreLine(reader, held),
  ];
  // Under a cover the score alone: whether another line stands there would tell something.
  if (coverScores) return [tieLine(reader, held, true), sidesLine(match), ...board];
  return [
    tieLine(reader, held, false),
    resultHeadline(reader.t, match, state),
    sidesLine(match),
    ...board,
    leadLine(reader, held),
    stakeLine(reader, held),
    probability,
    detailLine(reader, held, probability === null) || null,
  ];
};

const isBegun = ({ status }: TrackedMatch['state']): boolean =>
  ['playing', 'over'].includes(phaseOf(status)) && status !== 'bye';

/** Both teams by full names; a bye shows one team. */
export const sidesLine = (match: Match): string =>
  TEAMS.filter((team) => match.status !== 'bye' || match.teams[team].length > 0)
    .map((team) => `${fullPairName(match.teams[team])}${seedOf(match, team)}`)
    .join(' – ');

/** Why there is no score, unless it is obvious. */
const noScoreLine = ({ t, locale }: Reader, { match, state }: TrackedMatch): string | null => {
  if (match.withheld.includes('score')) return t('match.scoreNotInPlan');
  const phase = phaseOf(state.status);
  if (phase === 'upcoming' || state.status === 'bye' || state.status === 'walkover') return null;
  return phase === 'over' ? capitalised(locale, t('h2h.unscored')) : t('card.noScore');
};

/** Who is ahead until somebody has won. */
const leadLine = ({ t }: Reader, { match, state }: TrackedMatch): string | null => {
  if (phaseOf(state.status) !== 'playing' || isPlayOver(state.status)) return null;
  const sets = scoreOf(state).filter((set) => gamesIn([set]) > 0);
  const leader = winnerOfSets(sets) === null ? leaderOfSets(sets) : null;
  if (leader === null) return null;
  return t('card.leads', { pair: teamName(match, leader), score: formatSets(sets, leader) });
};

const STAKES = {
  'match-point': 'card.matchPoint',
  'set-point': 'card.setPoint',
  'break-point': 'card.breakPoint',
  'deciding-point': 'card.decidingPoint',
} as const;

const stakeLine = ({ t }: Reader, held: TrackedMatch): string | null => {
  const situation = currentSituation(held);
  const { match } = held;
  if (situation === null) return null;
  const { stake, tieBreak } = situation;
  if (stake !== null) {
    const pair = stake.team === null ? '' : teamName(match, stake.team);
    const isBreakPoint = stake.kind === 'deciding-point' && stake.team !== null;
    const said = [
      t(STAKES[stake.kind], { pair }),
      ...(isBreakPoint ? [t('card.breakPoint', { pair })] : []),
    ];
    return `**${said.join(' · ')}**`;
  }
  return tieBreak ? '**Tie-break**' : null;
};

const SERVING = { set: 'card.servingForSet', match: 'card.servingForMatch' } as const;

/** Who serves, and for what; and whether the game before was a break: the server's own, as teams serve in turn. */
const servingTexts = (t: Reader['t'], held: TrackedMatch): readonly string[] => {
  const { server = null, servingFor = null, tieBreak = false } = currentSituation(held) ?? {};
  if (server === null) return [];
  const last = playedSets(held.state, deuceRuleIn(held)).at(-1)?.games.at(-2);
  const hasBroken = !tieBreak && last !== undefined && isBreak(last) === true;
  const key = servingFor === null ? 'card.serving' : SERVING[servingFor];
  return [t(key, { pair: teamName(held.match, server) }), ...(hasBroken ? [t('card.broke')] : [])];
};

const detailLine = (
  { t, locale }: Reader,
  held: TrackedMatch,
  areChancesMissing: boolean,
): string => {
  const { state, chances } = held;
  // Once a match is over, the service's duration is exact; our own clock is not.
  const minutes = isOver(state) ? state.duration : state.minutes;
  return dotted([
    // The dot of the score block in words, for screen readers.
    ...servingTexts(t, held),
    chances === null || !areChancesMissing ? null : t('card.chances', percentages(locale, chances)),
    minutes === null ? null : durationText(minutes),
  ]);
};

const freshnessLine = (
  reader: Reader,
  held: TrackedMatch,
  { coverScores }: CardStyle,
): string | null => {
  const { t } = reader;
  const { status, sets, official } = held.state;
  const phase = phaseOf(status);
  if (coverScores && isBegun(held.state)) return null;
  if (held.delayedSince !== null) {
    return t('card.delayed', { time: timestamp(held.delayedSince, 't') });
  }
  if (isUnconfirmed(held.state) && (phase !== 'over' || scoreOf(held.state).length > 0)) {
    return t('card.ended');
  }
  if (phase === 'over') return null;
  if (status === DELETED) return t('card.deleted');
  if (phase === 'unknown') return standstillText(reader, held, matchOffset(held));
  if (phase === 'upcoming') return t('card.upcoming');
  const when = timestamp(held.changedAt, 'R');
  // Before the first point nobody knows whether points will come.
  const isSetsOnly = sets.length === 0 && gamesIn(official ?? []) > 0;
  return t(isSetsOnly ? 'card.setsOnly' : 'card.updated', { when });
};
