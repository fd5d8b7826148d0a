import type { TrackedMatch } from '../../domain/match/state.ts';
import { phaseOf } from '../../domain/match/match.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { matchContext } from '../lines/match-line.ts';
import { COLOURS, type MessageBody, embedReply } from '../message.ts';
import { bothNames, teamName, sidesTitle } from '../lines/names.ts';
import { isBreak, type PlayedGame, type PlayedSet } from '../../domain/match/played-games.ts';
import { formatSet } from '../../domain/match/score.ts';
import { byTeam } from '../../domain/terms.ts';
import { buttonRow, viewButton, type ButtonSpec } from '../controls.ts';
import { matchControl } from './controls.ts';
import { whenToBegin } from '../lines/time.ts';
import { dotted, noRecordLine, readAtLine } from '../lines/lines.ts';

/** Why data of a match is missing: the plan, the level, not started, or not recorded. */
export type MissingReason = 'notInPlan' | 'notCovered' | 'notYet' | 'none';

const REASONS = {
  notInPlan: 'player.notInPlan',
  notYet: 'status.never',
  none: 'match.noRecord',
} as const;

const NAMES = { stats: 'button.statistics', points: 'button.points' } as const;

export const missingDataMessage = (
  reader: Reader,
  held: TrackedMatch,
  what: keyof typeof NAMES,
  lack: MissingReason,
  offset: number | null = null,
): MessageBody => {
  const { t } = reader;
  const { match, state } = held;
  return nothingMessage(reader, held, [
    lack === 'notCovered'
      ? t('tournament.coverage.scores')
      : t('labelled', { name: t(NAMES[what]), value: t(REASONS[lack]) }),
    phaseOf(state.status) === 'upcoming' ? whenToBegin(reader, match, offset) : null,
  ]);
};

/** Why something of a match cannot be shown. */
export const nothingMessage = (
  { t }: Reader,
  held: TrackedMatch,
  reasons: readonly (string | null)[],
): MessageBody =>
  embedReply({
    author: matchContext(t, held),
    description: [bothNames(held.match), ...reasons],
    color: COLOURS.scheduled,
  });

interface PointsView {
  readonly held: TrackedMatch;
  readonly sets: readonly PlayedSet[];
  readonly set: number;
  readonly readAt: number;
}

/** Marks a deciding point: the team that wins it wins the game. */
const DECIDING = '★';

/** A description holds 4,096 characters; headings need some. */
const LENGTH = 3_600;

/** Point by point: a page for each set, a line for each game, ending with its winner. */
export const pointsMessage = (reader: Reader, view: PointsView): MessageBody => {
  const { t } = reader;
  const { held, sets, readAt } = view;
  const numbers = sets.map(({ number }) => number);
  const shown = numbers.includes(view.set) ? view.set : (numbers.at(-1) ?? 1);
  const set = sets.find(({ number }) => number === shown);
  const games = (set?.games ?? []).map((game, index, every) =>
    gameLine(reader, held, game, index === every.length - 1),
  );
  const score = set?.score ?? null;
  const title = t('match.set', { number: shown });
  const lines = [
    `**${dotted([title, score === null ? null : formatSet(score)])}**`,
    bothNames(held.match),
    '',
    ...(games.length === 0 ? [noRecordLine(t, t('button.points'))] : fitting(games)),
    '',
    set?.games.some(({ deciding }) => deciding) === true
      ? `-# ${DECIDING} ${t('match.decidingPoint')}`
      : null,
    readAtLine(t, readAt),
  ];
  return embedReply({
    author: matchContext(t, held),
    description: lines,
    color: COLOURS.final,
    open: [sidesTitle(held.match.teams)],
    components: buttonRow(...setButtons(reader, held, numbers, shown)),
  });
};

/** Keeps the last games that fit and drops earlier ones. */
const fitting = (games: readonly string[]): readonly string[] => {
  let first = games.length;
  for (let length = 0; first > 0; first -= 1) {
    length += (games[first - 1]?.length ?? 0) + 1;
    if (length > LENGTH) break;
  }
  return first === 0 ? games : ['…', ...games.slice(first)];
};

const setButtons = (
  { t }: Reader,
  held: TrackedMatch,
  numbers: readonly number[],
  shown: number,
): readonly ButtonSpec[] =>
  numbers.map((number) =>
    viewButton(
      matchControl('of-points', held.match.id, number),
      t('match.set', { number }),
      number === shown,
    ),
  );

/** `**2-1** 15-0 30-0 40-0 › Vega / Lamas (break)`: games before, points, winner. */
const gameLine = (
  { t }: Reader,
  { match }: TrackedMatch,
  game: PlayedGame,
  isLast: boolean,
): string => {
  const { team_1, team_2 } = game.before;
  const points = game.tallies.map(({ point }) => `${point.team_1}-${point.team_2}`);
  const isJustBegun = game.winner === null && isLast;
  const unknown = isJustBegun ? t('match.gameBegins') : t('match.noPointsOfGame');
  const said = points.length === 0 ? unknown : points.join(' ');
  const names = byTeam((team) => teamName(match, team));
  return [
    `**${team_1}-${team_2}**`,
    game.tieBreak ? 'Tie-break:' : null,
    game.deciding ? `${said} ${DECIDING}` : said,
    game.winner === null ? null : `› **${names[game.winner]}**`,
    isBreak(game) === true ? `(break)` : null,
  ]
    .filter((part) => part !== null)
    .join(' ');
};
