import type { DrawPlace } from '../../domain/draw.ts';
import { phaseOf } from '../../domain/match.ts';
import { TEAMS, type Team } from '../../domain/terms.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outsidePlain } from '../../i18n/text.ts';
import { surnameOf } from '../names.ts';
import { column, row, text, type Element } from './element.ts';
import { SIZES, THEME } from './theme.ts';

const TEAM = 78;

/** A place of a bracket; three of them stand side by side. */
export const BOX = { width: 284, height: 2 * TEAM + 2, inset: 14 } as const;

/** A place of a draw: both pairs, the winner in bold, the games of each set. */
export const bracketBox = (
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

/** How much of a surname there is room for; a cut one costs bytes, too. */
const LETTERS = { alone: 20, besideSets: 11 } as const;

const teamRow = (reader: Reader, place: DrawPlace, team: Team): Element => {
  const { winner } = place;
  const marks = marksOf(reader, place, team);
  const side = sideIn(reader, place, team, marks.length < 3 ? LETTERS.alone : LETTERS.besideSets);
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
  letters: number,
): { readonly lines: readonly string[]; readonly isFaint: boolean } => {
  const players = teams[team];
  if (players !== null && players.length > 0) {
    const lines = players.slice(0, 2).map(({ name }) => outsidePlain(surnameOf(name), letters));
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
