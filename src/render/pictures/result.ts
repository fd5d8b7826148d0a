import { finalScoreOf, winnerOf } from '../../domain/match/reading.ts';
import type { SetScore } from '../../domain/match/score.ts';
import type { TrackedMatch } from '../../domain/match/state.ts';
import { chanceOf, type ProbabilityCurve } from '../../domain/probability/curve.ts';
import { opponentOf, type Instant, type Team } from '../../domain/terms.ts';
import { percent } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outsidePlain } from '../../i18n/text.ts';
import { disambiguatedNames } from '../lines/disambiguation.ts';
import { dotted } from '../lines/lines.ts';
import { chartFrame } from '../lines/match-line.ts';
import { plainSideName, seedOf } from '../lines/names.ts';
import { avatar, nameSize, sideText, type Sides } from './contenders.ts';
import { chanceChart } from './probability.ts';
import { column, rowElement, textElement, THEME, WRAPPED, type Element } from './element.ts';
import { winnerMark } from './marks.ts';
import { figureCell, noteOf } from './match-row.ts';
import type { Picture } from './picture.ts';
import { poster, type Page } from './poster.ts';

interface ResultPictureView {
  readonly held: TrackedMatch;
  readonly teams: Sides;
  /** Null where the chances are not known. */
  readonly curve: ProbabilityCurve | null;
  /** The sentence that the result tells, and what it means, without markdown. */
  readonly headline: string;
  readonly meaning: string;
  readonly facts: string;
  readonly readAt: Instant;
}

const CHART = { inline: 118, phone: 330 } as const;

/** A result: both teams with their games of each set, what it means, and how the chances went. */
export const resultPicture = (reader: Reader, view: ResultPictureView): Picture => {
  const { held, teams, curve, headline, facts, readAt } = view;
  const { kicker, level } = chartFrame(reader, held);
  const top = winnerOf(held.state) ?? 'team_1';
  const [first, second] = [top, opponentOf(top)].map(
    (team) => `${sideText(reader, teams[team])}${seedOf(held.match, team)}`,
  );
  const sides = `${first} – ${second}`;
  const words = dotted([kicker, sides, facts, curve && chancesText(reader, curve, teams, top)]);
  return poster(reader, { kicker, level, headline, facts: words, readAt }, (page) => [
    column(
      { gap: page.sizes.fine / 3 },
      ...[top, opponentOf(top)].map((team) => scoreRow(reader, page, view, team)),
    ),
    footOf(reader, page, view, top),
  ]);
};

/** How the winners' chances went: `Win probability · Herrera / Quiroga: 40% → 100%`. */
const chancesText = (
  reader: Reader,
  { moments }: ProbabilityCurve,
  teams: Sides,
  top: Team,
): string => {
  const ends = [moments[0], moments.at(-1)].flatMap((each) => each ?? []);
  const name = dotted([reader.t('button.winProbability'), plainSideName(teams, top)]);
  const value = ends.map((each) => percent(reader.locale, chanceOf(each, top))).join(' → ');
  return reader.t('labelled', { name, value });
};

/** What the result means, and beside it, or below it on a phone, how the winners' chances went. */
const footOf = (
  reader: Reader,
  page: Page,
  { held, teams, curve, meaning }: ResultPictureView,
  top: Team,
): Element => {
  const { format, sizes, width } = page;
  const isInline = format === 'inline';
  const { set } = chartFrame(reader, held);
  const chart = curve && {
    page,
    width: isInline ? width * 0.58 : width,
    height: CHART[format],
    top,
  };
  return rowElement(
    {
      ...{ width, flexDirection: isInline ? 'row' : 'column', justifyContent: 'space-between' },
      gap: sizes.fine,
    },
    column(
      { width: isInline ? width * 0.4 : width, gap: sizes.fine / 6 },
      ...meaning
        .split(' · ')
        .map((part) =>
          textElement(
            { fontSize: sizes.small, fontWeight: 700, lineClamp: 2, wordBreak: 'break-word' },
            part,
          ),
        ),
      curve === null
        ? null
        : textElement(
            { fontSize: sizes.fine, color: THEME.dim, lineClamp: 3, wordBreak: 'break-word' },
            dotted([reader.t('button.winProbability'), plainSideName(teams, top)]),
          ),
    ),
    curve === null || chart === null
      ? null
      : chanceChart(reader, curve, { set: isInline ? null : set, turning: null }, chart),
  );
};

const scoreRow = (
  { t }: Reader,
  page: Page,
  { held: { match, state }, teams, curve }: ResultPictureView,
  team: Team,
): Element => {
  const { format, width, sizes } = page;
  const winner = winnerOf(state);
  const isLoser = winner !== null && winner !== team;
  const players = [...teams.team_1, ...teams.team_2];
  const nameOf = disambiguatedNames(players);
  const fontSize = nameSize(page, players, width * (format === 'inline' ? 0.5 : 0.37));
  const note = noteOf(t, { status: state.status, score: [] });
  const cell = sizes.large * (format === 'inline' ? 1.9 : 1.6);
  return rowElement(
    {
      ...{ boxSizing: 'border-box', width },
      ...{ padding: curve !== null ? '8px 18px' : format === 'inline' ? '24px 18px' : '80px 18px' },
      ...{ gap: 14, alignItems: 'center', borderRadius: 12 },
      ...{ background: isLoser ? THEME.panel : THEME.raised },
      color: isLoser ? THEME.dim : THEME.text,
    },
    column(
      { flexGrow: 1, flexBasis: 0, minWidth: 0, gap: sizes.fine / 3 },
      ...teams[team].map((player) =>
        rowElement(
          { alignItems: 'center', gap: 18 },
          avatar(player, (format === 'inline' ? 1.1 : 1.45) * sizes.large, THEME[team]),
          textElement(
            {
              fontSize,
              fontWeight: isLoser ? 500 : 800,
              ...WRAPPED,
            },
            outsidePlain(nameOf(player), 60),
          ),
        ),
      ),
    ),
    seedOf(match, team) === ''
      ? null
      : textElement({ fontSize: sizes.normal, fontWeight: 600 }, seedOf(match, team).trim()),
    winner === team ? winnerMark(team, sizes.normal * 1.1) : null,
    ...finalScoreOf(state).map((each) => gamesCell(sizes.large * 1.5, cell, each, team)),
    // In a column of its own, so that the sets of both teams stay below each other.
    note === null
      ? null
      : textElement(
          { flexShrink: 0, width: cell, textAlign: 'center', fontSize: sizes.normal },
          isLoser ? note : '',
        ),
  );
};

/** The games of a team; raised, the points of a tie-break that it lost. */
const gamesCell = (fontSize: number, width: number, set: SetScore, team: Team): Element => {
  const hasLost = set[team] < set[opponentOf(team)];
  const raised = hasLost && set.tieBreak !== null ? String(set.tieBreak) : null;
  return figureCell(fontSize, width, String(set[team]), raised);
};
