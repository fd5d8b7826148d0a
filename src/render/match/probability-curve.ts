import { UPSET_BELOW } from '../../domain/people/people.ts';
import { winnerOf } from '../../domain/match/reading.ts';
import type { TrackedMatch } from '../../domain/match/state.ts';
import { formatSet, formatSets } from '../../domain/match/score.ts';
import type { ByTeam, Team } from '../../domain/terms.ts';
import {
  chanceOf,
  comebackFrom,
  lowestOf,
  matchPointSaved,
  probabilityCurve,
  type Moment,
  type ProbabilityCurve,
  type Swing,
} from '../../domain/probability/curve.ts';
import {
  bothChances,
  winProbability,
  type NoProbability,
} from '../../domain/probability/win-probability.ts';
import { percent, percentages } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { COLOURS, type MessageBody, embedReply } from '../message.ts';
import { dotted, notInPlanLine, readAtLine } from '../lines/lines.ts';
import { isOver } from '../../domain/match/match.ts';
import { plainResult, resultHeadline } from './result.ts';
import { namesOf, teamName, sidesTitle } from '../lines/names.ts';
import type { Picture, PictureFile } from '../pictures/picture.ts';
import { probabilityPicture } from '../pictures/probability.ts';
import { chanceHeadline } from '../pictures/simulation.ts';
import { matchControl } from './controls.ts';
import { nothingMessage } from './points.ts';
import { chartFrame, matchContext } from '../lines/match-line.ts';

interface CurveView {
  readonly held: TrackedMatch;
  readonly curve: ProbabilityCurve;
  readonly readAt: number;
}

export const PROBABILITY_FILE = 'win-probability.png';

/** Both chances at a moment; only a match that is won is certain. */
const chancesAt = ({ locale }: Reader, { chance, play }: Moment) =>
  play.winner === null
    ? percentages(locale, bothChances(chance))
    : { home: percent(locale, chance), away: percent(locale, 1 - chance) };

/** A team's chance at a moment, `62%`. */
const chanceAt = (reader: Reader, moment: Moment, team: Team): string =>
  chancesAt(reader, moment)[team === 'team_1' ? 'home' : 'away'];

/** The games of a moment from one side, `4-3`; of a set that has just ended, its score. */
const gamesAt = ({ play }: Moment, team: Team): string => {
  const { team_1, team_2 } = play.games;
  const last = play.sets.at(-1);
  if (team_1 === 0 && team_2 === 0 && last !== undefined) return formatSet(last, team);
  return formatSet({ ...play.games, tieBreak: null }, team);
};

/** `**Vega / Lamas** 48% → 72% · 4-3 in set 2` */
const swingLine = (reader: Reader, { match }: TrackedMatch, { from, to, team }: Swing): string =>
  reader.t('probability.swing', {
    team: teamName(match, team),
    before: chanceAt(reader, from, team),
    after: chanceAt(reader, to, team),
    games: gamesAt(to, team),
    // The set in which the game was played, also when it was its last.
    number: from.play.sets.length + 1,
  });

const lastChances = (reader: Reader, { moments }: ProbabilityCurve) => {
  const last = moments.at(-1);
  return last === undefined ? null : chancesAt(reader, last);
};

/** From where the winners came back, else what is told otherwise; in play, what the biggest swing did. */
export const curveHeadline = (
  reader: Reader,
  held: TrackedMatch,
  curve: ProbabilityCurve,
  names: ByTeam<string>,
  otherwise = held.state.status === 'retired' ? plainResult(reader, held, false) : null,
): string => {
  const { t } = reader;
  const winner = winnerOf(held.state);
  const [swing] = curve.swings;
  const hasTurned =
    swing !== undefined &&
    swing.gain >= TURNED &&
    (winner ?? swing.team) === swing.team &&
    chanceOf(swing.from, swing.team) < FAVOURITE;
  const turned = hasTurned
    ? t('probability.turned', {
        pair: names[swing.team],
        before: chanceAt(reader, swing.from, swing.team),
        after: chanceAt(reader, swing.to, swing.team),
      })
    : null;
  if (winner === null) {
    const chance = curve.moments.at(-1)?.chance ?? curve.before.team_1;
    return turned ?? chanceHeadline(reader, bothChances(chance), (team) => names[team]);
  }
  const pair = names[winner];
  // From the lowest point of a comeback, else from where an underdog began.
  const isOutsider = curve.before[winner] < (otherwise === null ? UPSET_BELOW : OUTSIDER);
  const low = comebackFrom(curve, winner) ?? (isOutsider ? curve.moments[0] : undefined);
  const from = (moment: Moment) => ({ pair, percent: chanceAt(reader, moment, winner) });
  if (low !== undefined) return t('probability.comeback', from(low));
  if (otherwise !== null) return otherwise;
  if (matchPointSaved(curve, winner) !== null)
    return t('labelled', { name: t('probability.saved'), value: pair });
  const lowest = lowestOf(curve, winner) ?? curve.moments[0];
  if (lowest === undefined) return pair;
  if (chanceOf(lowest, winner) >= 0.5) return t('probability.floor', from(lowest));
  return turned ?? t('probability.comeback', from(lowest));
};

/** Of a result, that the winners were no favourites is news. */
const OUTSIDER = 0.45;

/** A game that changed the chances so much turned a match, but not for those whose chance was larger already. */
const TURNED = 0.1;
const FAVOURITE = 0.65;

/** The moment that the chart marks: a match point saved, else the end of the game that changed most. */
const turningOf = (
  reader: Reader,
  held: TrackedMatch,
  curve: ProbabilityCurve,
  { set, names }: ReturnType<typeof chartFrame>,
) => {
  const winner = winnerOf(held.state);
  const saved = winner === null ? null : matchPointSaved(curve, winner);
  const [biggest] = curve.swings;
  // Beside a mark there is no room for long names, which have its colour.
  const whose = (team: Team, what: string): string =>
    names[team].length > 26 ? what : dotted([names[team], what]);
  if (saved !== null && winner !== null)
    return {
      ...{ from: saved, at: saved, team: winner },
      title: whose(winner, reader.t('probability.saved')),
      text: dotted([
        chanceAt(reader, saved, winner),
        set(saved.play.sets.length + 1),
        gamesAt(saved, winner),
      ]),
    };
  if (biggest === undefined) return null;
  const { from, to, team } = biggest;
  return {
    ...{ from, at: to, team },
    title: whose(team, reader.t('probability.swings', { count: 1 })),
    text: dotted([
      `${chanceAt(reader, from, team)} → ${chanceAt(reader, to, team)}`,
      set(from.play.sets.length + 1),
      gamesAt(to, team),
    ]),
  };
};

export const curveChart = (reader: Reader, { held, curve, readAt }: CurveView): Picture => {
  const { t, locale } = reader;
  const frame = chartFrame(reader, held);
  const before = percentages(locale, curve.before);
  const now = lastChances(reader, curve) ?? before;
  const turning = turningOf(reader, held, curve, frame);
  const spoken = t('probability.alt', {
    first: frame.names.team_1,
    second: frame.names.team_2,
    ...before,
    nowHome: now.home,
    nowAway: now.away,
    title: frame.kicker,
  });
  return probabilityPicture(reader, curve, {
    ...frame,
    kicker: dotted([t('button.winProbability'), frame.kicker]),
    readAt,
    headline: curveHeadline(reader, held, curve, frame.names),
    before,
    now,
    turning,
    facts: [
      spoken,
      turning === null ? '' : dotted([turning.title, turning.text]),
      formatSets(curve.moments.at(-1)?.play.sets ?? []),
    ]
      .filter((part) => part !== '')
      .join('. '),
  });
};

/** The curve of a match and its biggest swings in words; only the words when it could not be drawn. */
export const curveMessage = (
  reader: Reader,
  view: CurveView,
  picture: PictureFile | null,
): MessageBody => {
  const { t, locale } = reader;
  const { held, curve, readAt } = view;
  const { home, away } = namesOf(held.match);
  const now = lastChances(reader, curve);
  return embedReply({
    author: matchContext(t, held),
    description: [
      resultHeadline(t, held.match, held.state),
      now === null || isOver(held.state)
        ? null
        : `**${home}** ${now.home} – ${now.away} **${away}**`,
      t('probability.before', percentages(locale, curve.before)),
      curve.swings.length === 0
        ? null
        : `**${t('probability.swings', { count: curve.swings.length })}**`,
      ...curve.swings.map((swing) => swingLine(reader, held, swing)),
      readAtLine(t, readAt),
    ],
    color: COLOURS.final,
    picture,
    open: [sidesTitle(held.match.teams)],
    share: matchControl('probability', held.match.id),
  });
};

/** Why a match has no win probability. */
export const noCurveMessage = (
  reader: Reader,
  held: TrackedMatch,
  reason: NoProbability['reason'],
): MessageBody =>
  nothingMessage(reader, held, [
    reason === 'no-category'
      ? notInPlanLine(reader.t, reader.t('button.winProbability'))
      : reader.t('probability.none'),
  ]);

/** How small its chance had become, of a team that came back to win the match; else nothing. */
export const comebackClause = (reader: Reader, held: TrackedMatch, team: Team): string => {
  const curve = probabilityCurve(held);
  const low = curve.kind === 'none' ? null : comebackFrom(curve, team);
  if (low === null) return '';
  return reader.t('post.low', {
    percent: chanceAt(reader, low, team),
    games: formatSet({ ...low.play.games, tieBreak: null }, team),
    number: low.play.sets.length + 1,
  });
};

/** Characters of the bar: the line fits on a phone. */
const BAR_WIDTH = 10;

/** Neither full nor empty: what is possible is never shown as certain. Screen readers skip it. */
const bar = (share: number): string => {
  const filled = Math.min(BAR_WIDTH - 1, Math.max(1, Math.round(share * BAR_WIDTH)));
  return '━'.repeat(filled) + '╌'.repeat(BAR_WIDTH - filled);
};

/**
 * Each team's chance to win from the present score, a bar between them, and below what it was before the
 * match. Null where there is no probability (domain/probability).
 */
export const probabilityLines = ({ t, locale }: Reader, held: TrackedMatch): string | null => {
  const probability = winProbability(held);
  if (probability.kind === 'none') return null;
  const { now, before } = probability;
  return [
    t('card.winProbability', { ...percentages(locale, now), bar: bar(now.team_1) }),
    `-# ${t('probability.before', percentages(locale, before))}`,
  ].join('\n');
};
