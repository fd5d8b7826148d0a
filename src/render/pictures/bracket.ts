import type { DrawPlace, DrawSection } from '../../domain/draw.ts';
import { phaseOf } from '../../domain/match.ts';
import { TEAMS, type Round, type Team } from '../../domain/terms.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outsidePlain } from '../../i18n/text.ts';
import { surnameOf } from '../names.ts';
import { column, row, shape, svg, text, type Element } from './element.ts';
import type { Picture } from './picture.ts';
import { sheet } from './sides.ts';
import { SIZES, THEME, WIDTH } from './theme.ts';

export interface BracketPictureView {
  readonly title: string;
  readonly section: DrawSection;
  readonly alt: string;
}

const PADDING = 28;
const GAP = 28;
const COLUMN = Math.floor((WIDTH - 2 * PADDING - 2 * GAP) / 3);
const TEAM = 78;
const BOX = { width: COLUMN, height: 2 * TEAM + 2, inset: 14 };
/** From one place of the first round to the next. */
const STEP = BOX.height + 18;
const HEAD = 120;

/** A part of a draw, read from left to right: two lines for a pair, as large as a phone needs. */
export const bracketPicture = (
  reader: Reader,
  { title, section, alt }: BracketPictureView,
): Picture => {
  const rows = Math.max(1, section.rounds[0]?.length ?? 1);
  const height = HEAD + rows * STEP + PADDING;
  return {
    width: WIDTH,
    height,
    alt,
    root: sheet(
      { padding: PADDING, position: 'relative' },
      text({ fontSize: SIZES.normal, fontWeight: 700, maxWidth: WIDTH - 2 * PADDING }, title),
      lines(section, rows, height),
      ...section.rounds.flatMap((places, index) => [
        heading(reader, places[0]?.round, index),
        ...places.map((place, at) => box(reader, place, corner(index, at, rows, places.length))),
      ]),
    ),
  };
};

const leftOf = (index: number): number => PADDING + index * (COLUMN + GAP);

const middleOf = (at: number, rows: number, count: number): number =>
  HEAD + (at + 0.5) * ((rows * STEP) / count);

const corner = (index: number, at: number, rows: number, count: number) => ({
  left: leftOf(index),
  top: Math.round(middleOf(at, rows, count) - BOX.height / 2),
});

const heading = ({ t }: Reader, round: Round | undefined, index: number): Element | null =>
  round === undefined
    ? null
    : text(
        {
          position: 'absolute',
          left: leftOf(index),
          top: HEAD - 40,
          width: COLUMN,
          fontSize: SIZES.small,
          color: THEME.dim,
        },
        t(`round.${round}`),
      );

/** From each place to the one that its winner goes on to. */
const lines = ({ rounds }: DrawSection, rows: number, height: number): Element => {
  const paths = rounds.slice(1).flatMap((places, index) =>
    places.flatMap((_, at) => {
      const count = rounds[index]?.length ?? 1;
      const x = leftOf(index + 1) - GAP / 2;
      const to = middleOf(at, rows, places.length);
      return [2 * at, 2 * at + 1].map(
        (from) => `M${x - GAP / 2} ${middleOf(from, rows, count)} H${x} V${to} H${x + GAP / 2}`,
      );
    }),
  );
  return {
    type: 'div',
    props: {
      style: { position: 'absolute', left: 0, top: 0, display: 'flex' },
      children: [
        svg(
          { width: WIDTH, height },
          shape('path', {
            d: paths.join(' '),
            stroke: THEME.line,
            'stroke-width': 3,
            fill: 'none',
          }),
        ),
      ],
    },
  };
};

const box = (
  reader: Reader,
  place: DrawPlace,
  at: { readonly left: number; readonly top: number },
): Element => {
  const isPlaying = place.match !== null && phaseOf(place.match.status) === 'playing';
  return column(
    {
      position: 'absolute',
      ...at,
      boxSizing: 'border-box',
      width: BOX.width,
      height: BOX.height,
      borderRadius: 12,
      background: THEME.panel,
      border: `2px solid ${isPlaying ? THEME.team_1 : THEME.panel}`,
    },
    ...TEAMS.map((team) => teamRow(reader, place, team)),
  );
};

const SET = 26;

const teamRow = (reader: Reader, place: DrawPlace, team: Team): Element => {
  const { winner } = place;
  const side = sideIn(reader, place, team);
  const marks = marksOf(reader, place, team);
  const room = marks.reduce((sum, { width }) => sum + width, 0);
  const isWinner = winner === team;
  const isFaint = side.isFaint || (winner !== null && !isWinner);
  return row(
    {
      boxSizing: 'border-box',
      width: BOX.width - 4,
      height: TEAM - 1,
      padding: `0 ${BOX.inset}px`,
      alignItems: 'center',
      justifyContent: 'space-between',
      fontWeight: isWinner ? 700 : 400,
      color: isFaint ? THEME.dim : THEME.text,
      ...(team === 'team_2' ? { borderTop: `2px solid ${THEME.background}` } : {}),
    },
    column(
      {},
      ...side.lines.map((line) =>
        text(
          { fontSize: 29, lineHeight: 1.2, maxWidth: BOX.width - 4 - 2 * BOX.inset - room - 6 },
          line,
        ),
      ),
    ),
    row(
      {},
      ...marks.map(({ width, words }) =>
        text({ fontSize: SIZES.small, width, textAlign: 'right' }, words),
      ),
    ),
  );
};

const sideIn = (
  { t }: Reader,
  { match, teams }: DrawPlace,
  team: Team,
): { readonly lines: readonly string[]; readonly isFaint: boolean } => {
  const players = teams[team];
  if (players !== null && players.length > 0) {
    const lines = players.slice(0, 2).map(({ name }) => outsidePlain(surnameOf(name), 24));
    return { lines, isFaint: false };
  }
  const isBye = match?.status === 'bye';
  return { lines: [isBye ? t('tournament.byeShort') : '–'], isFaint: true };
};

/** The games of each set; beside them why there are none, or no more. */
const marksOf = (
  { t }: Reader,
  { match, winner }: DrawPlace,
  team: Team,
): readonly { readonly width: number; readonly words: string }[] => {
  if (match === null || match.status === 'bye') return [];
  const isLoser = winner !== null && winner !== team;
  if (match.status === 'walkover') {
    return isLoser ? [{ width: 56, words: t('tournament.walkoverShort') }] : [];
  }
  const sets = (match.score ?? [])
    .slice(0, 3)
    .map((set) => ({ width: SET, words: String(set[team]) }));
  const isRetired = match.status === 'retired' && isLoser;
  return isRetired ? [{ width: 48, words: t('tournament.retiredShort') }, ...sets] : sets;
};
