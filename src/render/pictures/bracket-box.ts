import { displayName } from '../../domain/people/display-names.ts';
import type { DrawPlace } from '../../domain/tournament/draw.ts';
import { isPlaying, phaseOf, type Match } from '../../domain/match/match.ts';
import { readLabel } from '../../domain/match/schedule-labels.ts';
import { TEAMS, type ByTeam, type Team } from '../../domain/terms.ts';
import { clockTime, percentages, shortDate } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { charactersOf, outsidePlain, shortened } from '../../i18n/text.ts';
import { shownSets } from '../lines/score.ts';
import { openSide } from '../lines/names.ts';
import { plainTeam } from '../lines/ties.ts';
import { BOX, type Spot } from './bracket-layout.ts';
import { blockElement, column, rowElement, textElement, THEME, type Element } from './element.ts';

const RULE = 2;
const FRAME = 4;
const RADIUS = 12;
const INSET = 10;
const NAME = 24;
const SEED = 20;
const SET = 24;

/** No more letters of a surname ever fit. */
const LETTERS = 40;

/** A place of a draw: both pairs, the winner in bold, the games of each set; framed while live. */
export const bracketBox = (reader: Reader, { place, x, y }: Spot, box: BoxForm): Element => {
  const { scale, boxHeight: height } = box;
  const isFramed = place.tie?.isPlaying ?? (place.match !== null && isPlaying(place.match));
  const width = scale * BOX.width;
  // A box inside a box: a rounded border would be a separate layer, which is slow to draw.
  return rowElement(
    {
      position: 'absolute',
      left: x - width / 2 - FRAME,
      top: y - height / 2 - FRAME,
      padding: FRAME,
      borderRadius: RADIUS + FRAME,
      ...(isFramed ? { background: THEME.team_1 } : {}),
    },
    column(
      { width, height, borderRadius: RADIUS, background: THEME.panel },
      teamRow(reader, place, 'team_1', box),
      blockElement({ width, height: RULE, background: THEME.background }),
      teamRow(reader, place, 'team_2', box),
    ),
    isFramed ? liveTag(reader, scale) : null,
  );
};

/** On the lower edge of a box whose match is on. */
const liveTag = ({ t, locale }: Reader, scale: number): Element =>
  textElement(
    {
      position: 'absolute',
      right: RADIUS,
      bottom: -scale * 13,
      padding: `0 ${scale * 10}px`,
      borderRadius: RADIUS,
      background: THEME.team_1,
      color: THEME.background,
      fontSize: scale * 19,
      fontWeight: 800,
      lineHeight: 1.35,
    },
    t('follow.onCourt').toLocaleUpperCase(locale),
  );

/** Ids of players, and names of teams, whose road through a draw stands out. */
export type Lit = ReadonlySet<number | string>;

/** Whether all players of a team in a place, or the team itself, are lit. */
export const isLit = ({ teams, names }: DrawPlace, team: Team, lit: Lit): boolean => {
  const players = teams[team] ?? [];
  const name = names[team];
  return name === null
    ? players.length > 0 && players.every(({ id }) => lit.has(id))
    : lit.has(name);
};

export interface BoxSize {
  readonly scale: number;
  readonly boxHeight: number;
}

interface BoxContent extends BoxSize {
  /** Before an open match; null where they are unknown. */
  readonly chancesIn: (place: DrawPlace) => ByTeam<number> | null;
}

interface BoxForm extends BoxContent {
  readonly lit: Lit;
  /** Of all names of the draw. */
  readonly nameSize: number;
}

/** The size in which nearly all names of a draw fit: one for all, so that none looks more important. */
export const commonSize = (
  reader: Reader,
  places: readonly DrawPlace[],
  box: BoxContent,
): number => {
  const sizes = places
    .flatMap((place) => TEAMS.map((team) => rowForm(reader, place, team, box)))
    .filter(({ names }) => names.length > 0)
    .map(({ names, letters, room }) => fitted(names, letters, room))
    .toSorted((a, b) => a - b);
  const { letters } = lettersIn(box);
  return Math.max(COMMON * letters, sizes[0] ?? letters);
};

const lettersIn = ({ scale, boxHeight }: BoxSize) => {
  const half = (boxHeight - RULE) / 2;
  return { half, letters: Math.min(LARGEST * scale * NAME, half / LINES) };
};

/** The names and marks of a team, and the room between its seed and its marks. */
const rowForm = (reader: Reader, place: DrawPlace, team: Team, box: BoxContent) => {
  const { half, letters } = lettersIn(box);
  const seed = place.seeds[team];
  const seedWidth = seed === null ? 0 : SEED + 8 * (seed.length - 1);
  const marks = marksOf(reader, place, team, box.chancesIn(place));
  const figures = letters / NAME;
  const taken = marks.reduce((sum, { width }) => sum + figures * width, 0);
  const room = box.scale * (BOX.width - seedWidth - 2 * INSET - 4) - taken;
  const names = linesOf(reader, place, team);
  return { half, letters, seed, seedWidth, marks, figures, room, names };
};

const teamRow = (reader: Reader, place: DrawPlace, team: Team, box: BoxForm): Element => {
  const { scale, lit } = box;
  const { winner } = place;
  const isWinner = winner === team;
  const row = rowForm(reader, place, team, box);
  const { half, letters, seed, seedWidth, marks, figures, room, names } = row;
  const fontSize = Math.min(box.nameSize, fitted(names, letters, room));
  // A name that is too long even so is broken where there is room.
  const lineClamp = Math.max(1, Math.floor((half - 6) / (1.2 * fontSize * names.length)));
  return rowElement(
    {
      boxSizing: 'border-box',
      width: scale * BOX.width,
      height: half,
      padding: `0 ${scale * INSET}px`,
      alignItems: 'center',
      fontSize: letters,
      fontWeight: isWinner ? 700 : 400,
      color: isLit(place, team, lit)
        ? THEME.brand
        : winner !== null && !isWinner
          ? THEME.dim
          : THEME.text,
    },
    seed === null
      ? null
      : textElement(
          { width: scale * seedWidth, fontSize: scale * 17, fontWeight: 400, color: THEME.dim },
          seed,
        ),
    column(
      { flexGrow: 1 },
      ...names.map((name) =>
        textElement(
          { lineHeight: 1.2, maxWidth: room, fontSize, lineClamp, wordBreak: 'break-word' },
          name,
        ),
      ),
    ),
    ...marks.map(({ width, words, isFine }) =>
      textElement(
        {
          flexShrink: 0,
          width: figures * width,
          textAlign: 'right',
          ...(isFine === true ? { fontSize: letters * 0.8, color: THEME.dim } : {}),
        },
        words,
      ),
    ),
  );
};

/** Lines of a team, with the space around them. */
const LINES = 2.6;

/** Of a bold letter, in its size; the smallest is read only at full size. */
const LETTER = 0.66;
/** Half as wide as others. */
const NARROW = /[fijlrtI' -]/g;
const SMALLEST = 0.45;
/** The names of a draw are all this large, but for few that do not fit. */
const COMMON = 0.84;
const LARGEST = 1.15;

/** The size in which the names of a team fit into their room. */
const fitted = (names: readonly string[], size: number, room: number): number => {
  const longest = Math.max(
    1,
    ...names.map((name) => name.replace(NARROW, '').length + (name.match(NARROW)?.length ?? 0) / 2),
  );
  return Math.max(SMALLEST * size, Math.min(size, room / (LETTER * longest)));
};

/** The names of a team; none while nothing is known of it. */
const linesOf = (reader: Reader, place: DrawPlace, team: Team): readonly string[] => {
  const { teams, names, seeds } = place;
  const name = names[team];
  if (name !== null) return [shortened(plainTeam(reader, name), LETTERS)];
  const players = teams[team] ?? [];
  if (players.length === 0 && seeds[team] === 'Q') return [openSide(reader.t, place, team)];
  return players.slice(0, 2).map((player) => outsidePlain(displayName(player), LETTERS));
};

interface Mark {
  readonly width: number;
  readonly words: string;
  readonly isFine?: boolean;
}

/** The day of a match to come, and below it its time where the service announces one. */
const startOf = ({ locale }: Reader, match: Match, team: Team): string => {
  if (team === 'team_1') return match.playedOn === null ? '' : shortDate(locale, match.playedOn);
  const label = readLabel(match.scheduleLabel);
  return 'minutes' in label ? clockTime(locale, label.minutes) : '';
};

/** The games of each set, and why there are none or no more; before them the chances, else when it begins. */
const marksOf = (
  reader: Reader,
  { match, tie, winner }: DrawPlace,
  team: Team,
  chances: ByTeam<number> | null,
): readonly Mark[] => {
  const { t, locale } = reader;
  if (chances !== null) {
    const { home, away } = percentages(locale, chances);
    const words = team === 'team_1' ? home : away;
    return [{ width: 18 * charactersOf(words).length, words }];
  }
  // For a tie the rubbers won, once there are any.
  const rubbers = tie?.result.score ?? null;
  if (rubbers !== null && rubbers.team_1 + rubbers.team_2 > 0) {
    return [{ width: SET, words: String(rubbers[team]) }];
  }
  if (match === null || match.status === 'bye') return [];
  if (phaseOf(match.status) === 'upcoming') {
    const words = startOf(reader, match, team);
    return words === '' ? [] : [{ width: 12 * charactersOf(words).length, words, isFine: true }];
  }
  const isLoser = winner !== null && winner !== team;
  if (match.status === 'walkover') {
    return isLoser ? [{ width: 50, words: t('tournament.walkoverShort') }] : [];
  }
  const sets = shownSets(match)
    .slice(0, 3)
    .map((set) => ({ width: SET, words: String(set[team]) }));
  const isRetired = match.status === 'retired' && isLoser;
  return isRetired
    ? [{ width: 32, words: t('tournament.retiredShort'), isFine: true }, ...sets]
    : sets;
};
