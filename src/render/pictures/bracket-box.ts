import { displayName } from '../../domain/people/display-names.ts';
import type { DrawPlace } from '../../domain/tournament/draw.ts';
import { isPlaying } from '../../domain/match/match.ts';
import type { Team } from '../../domain/terms.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outsidePlain, shortened } from '../../i18n/text.ts';
import { shownSets } from '../match/score.ts';
import { plainTeam } from '../tournament/ties.ts';
import {
  blockElement,
  column,
  rowElement,
  textElement,
  SIZES,
  THEME,
  type Element,
} from './element.ts';

const TEAM = 82;
const RULE = 2;
const FRAME = 4;
const RADIUS = 12;

/** A place of a bracket; a row holds three. */
export const BOX = { width: 290, height: 2 * TEAM + RULE, inset: 14 } as const;

/** A place of a draw: both pairs, the winner in bold, the games of each set; framed while live. */
export const bracketBox = (
  reader: Reader,
  place: DrawPlace,
  at: { readonly left: number; readonly top: number },
): Element => {
  const isFramed = place.tie?.isPlaying ?? (place.match !== null && isPlaying(place.match));
  const { width, height } = BOX;
  // A box inside a box: a rounded border would be a separate layer, which is slow to draw.
  return rowElement(
    {
      position: 'absolute',
      left: at.left - FRAME,
      top: at.top - FRAME,
      padding: FRAME,
      borderRadius: RADIUS + FRAME,
      ...(isFramed ? { background: THEME.team_1 } : {}),
    },
    column(
      { width, height, borderRadius: RADIUS, background: THEME.panel },
      teamRow(reader, place, 'team_1'),
      blockElement({ width, height: RULE, background: THEME.background }),
      teamRow(reader, place, 'team_2'),
    ),
  );
};

const SET = 28;

/** No more letters of a surname ever fit. */
const LETTERS = 24;

const teamRow = (reader: Reader, place: DrawPlace, team: Team): Element => {
  const { winner } = place;
  const marks = marksOf(reader, place, team);
  const side = sideIn(reader, place, team);
  const room = marks.reduce((sum, { width }) => sum + width, 0);
  const isWinner = winner === team;
  const isFaint = side.isFaint || (winner !== null && !isWinner);
  return rowElement(
    {
      boxSizing: 'border-box',
      width: BOX.width,
      height: TEAM,
      padding: `0 ${BOX.inset}px`,
      alignItems: 'center',
      justifyContent: 'space-between',
      fontWeight: isWinner ? 700 : 400,
      color: isFaint ? THEME.dim : THEME.text,
    },
    column(
      {},
      ...side.lines.map((line) =>
        textElement(
          { fontSize: 29, lineHeight: 1.2, maxWidth: BOX.width - 2 * BOX.inset - room - 6 },
          line,
        ),
      ),
    ),
    rowElement(
      {},
      ...marks.map(({ width, words }) =>
        textElement({ fontSize: SIZES.small, width, textAlign: 'right' }, words),
      ),
    ),
  );
};

const sideIn = (
  reader: Reader,
  { match, teams, names }: DrawPlace,
  team: Team,
): { readonly lines: readonly string[]; readonly isFaint: boolean } => {
  const { t } = reader;
  const name = names[team];
  if (name !== null)
    return { lines: [shortened(plainTeam(reader, name), LETTERS)], isFaint: false };
  const players = teams[team];
  if (players !== null && players.length > 0) {
    const lines = players.slice(0, 2).map((player) => outsidePlain(displayName(player), LETTERS));
    return { lines, isFaint: false };
  }
  const isBye = match?.status === 'bye';
  return { lines: [isBye ? t('tournament.byeShort') : '–'], isFaint: true };
};

/** The games of each set, and why there are none or no more. */
const marksOf = (
  { t }: Reader,
  { match, tie, winner }: DrawPlace,
  team: Team,
): readonly { readonly width: number; readonly words: string }[] => {
  // For a tie the rubbers won, once there are any.
  const rubbers = tie?.result.score ?? null;
  if (rubbers !== null && rubbers.team_1 + rubbers.team_2 > 0) {
    return [{ width: SET, words: String(rubbers[team]) }];
  }
  if (match === null || match.status === 'bye') return [];
  const isLoser = winner !== null && winner !== team;
  if (match.status === 'walkover') {
    return isLoser ? [{ width: 60, words: t('tournament.walkoverShort') }] : [];
  }
  const sets = shownSets(match)
    .slice(0, 3)
    .map((set) => ({ width: SET, words: String(set[team]) }));
  const isRetired = match.status === 'retired' && isLoser;
  return isRetired ? [{ width: 52, words: t('tournament.retiredShort') }, ...sets] : sets;
};
