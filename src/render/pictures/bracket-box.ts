import { displayName } from '../../domain/people/display-names.ts';
import { isPlaceKnown, type DrawPlace } from '../../domain/tournament/draw.ts';
import { isPlaying, phaseOf, type Match } from '../../domain/match/match.ts';
import { readLabel } from '../../domain/match/schedule-labels.ts';
import { TEAMS, type ByTeam, type Team } from '../../domain/terms.ts';
import { clockTime, percentages, shortDate } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { charactersOf, outsidePlain, shortened } from '../../i18n/text.ts';
import { shownSets } from '../lines/score.ts';
import { dotted } from '../lines/lines.ts';
import { openSide } from '../lines/names.ts';
import { plainTeam } from '../lines/ties.ts';
import { BOX, type Spot } from './bracket-layout.ts';
import { avatar } from './contenders.ts';
import { trophy } from './marks.ts';
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
export const bracketBox = (reader: Reader, spot: Spot, box: BoxForm): Element => {
  const { place, x, y, width, height } = spot;
  const isFramed = isOn(place);
  const words = isFramed
    ? reader.t('follow.onCourt').toLocaleUpperCase(reader.locale)
    : startOf(reader, place.match);
  // A box inside a box: a rounded border would be a separate layer, which is slow to draw.
  return rowElement(
    {
      ...{ position: 'absolute', left: x - width / 2 - FRAME, top: y - height / 2 - FRAME },
      ...{ padding: FRAME, borderRadius: RADIUS + FRAME },
      ...(isFramed ? { background: THEME.team_1 } : {}),
    },
    column(
      { width, height, borderRadius: RADIUS, background: THEME.panel },
      teamRow(reader, spot, 'team_1', box),
      blockElement({ width, height: RULE, background: THEME.background }),
      teamRow(reader, spot, 'team_2', box),
    ),
    words === '' ? null : tag(words, spot, isFramed),
    isLarge(spot) && !isPlaceKnown(place)
      ? rowElement(
          { position: 'absolute', left: FRAME + width / 2 - height / 4, top: FRAME + height / 4 },
          trophy(height / 2, THEME.line),
        )
      : null,
  );
};

export const isOn = ({ tie, match }: DrawPlace): boolean =>
  tie?.isPlaying ?? (match !== null && isPlaying(match));

/** Over the lower edge of its own box: that its match is on, or when it begins; lower where rows are low. */
const tag = (words: string, spot: Spot, isOn: boolean): Element => {
  const { width, height } = spot;
  const isLow = !isLarge(spot) && height < 0.3 * width;
  const fontSize = isLarge(spot) ? 28 : Math.min(isLow ? 19 : 21, (19 * width) / BOX.width);
  return textElement(
    {
      position: 'absolute',
      right: RADIUS,
      bottom: (isLow ? -1 : -0.45) * fontSize,
      padding: `0 ${fontSize / 2}px`,
      borderRadius: RADIUS,
      background: isOn ? THEME.team_1 : THEME.line,
      color: isOn ? THEME.background : THEME.text,
      fontSize,
      fontWeight: isOn ? 800 : 600,
      lineHeight: 1.3,
    },
    words,
  );
};

/** The day of a match to come, and its time where the service announces it exactly. */
const startOf = ({ locale }: Reader, match: Match | null): string => {
  if (match === null || phaseOf(match.status) !== 'upcoming') return '';
  const label = readLabel(match.scheduleLabel);
  return dotted([
    match.playedOn === null ? null : shortDate(locale, match.playedOn),
    label.kind === 'starting' ? clockTime(locale, label.minutes) : null,
  ]);
};

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

interface BoxContent {
  /** Before an open match; null where they are unknown. */
  readonly chancesIn: (place: DrawPlace) => ByTeam<number> | null;
  /** Both names of a pair on a line. */
  readonly isFlat: boolean;
}

export interface BoxForm extends BoxContent {
  readonly lit: Lit;
  /** Of all names but those beside monograms. */
  readonly nameSize: number;
}

/** The size in which nearly all names of a draw fit, one for all, so that none looks more important; as they stand best. */
export const commonForm = (
  reader: Reader,
  spots: readonly Spot[],
  chancesIn: BoxContent['chancesIn'],
): Pick<BoxForm, 'nameSize' | 'isFlat'> => {
  const others = spots.filter((spot) => !isLarge(spot));
  const [stacked, flat] = [false, true].map((isFlat) => {
    const box = { chancesIn, isFlat };
    const rows = others
      .flatMap((spot) => TEAMS.map((team) => rowForm(reader, spot, team, box)))
      .filter(({ names }) => names.length > 0);
    const most = Math.max(...rows.map(({ letters }) => letters));
    const least = Math.min(
      ...rows.map(({ names, letters, room }) => fitted(names, letters, room, 0)),
    );
    return { isFlat, nameSize: Math.max(COMMON * most, least), least };
  });
  return stacked !== undefined && flat !== undefined && flat.least > stacked.least
    ? flat
    : (stacked ?? { isFlat: false, nameSize: NAME });
};

/** With the monograms of its players. */
const isLarge = ({ width }: Spot): boolean => width > 2.1 * BOX.width;

/** The names and marks of a team, and the room between its seed and its marks. */
const rowForm = (reader: Reader, spot: Spot, team: Team, box: BoxContent) => {
  const { place, width, height } = spot;
  const half = (height - RULE) / 2;
  const hasAvatars = isLarge(spot) && place.names[team] === null;
  const scale = Math.min(2, width / BOX.width);
  const isFlat = box.isFlat && !hasAvatars;
  const letters = Math.min((LARGEST * NAME * width) / BOX.width, half / (isFlat ? 1.35 : LINES));
  const seed = place.seeds[team];
  const figures = letters / NAME;
  const seedWidth = seed === null ? 0 : Math.min(scale, figures) * (SEED + 8 * (seed.length - 1));
  const marks = marksOf(reader, place, team, box.chancesIn(place));
  const taken = marks.reduce((sum, { width: each }) => sum + figures * each, 0);
  const inset = scale * INSET;
  const avatars = hasAvatars ? 1.3 * letters : 0;
  const room = width - seedWidth - 2 * inset - 4 - taken - avatars;
  const players = linesOf(reader, place, team);
  const names = isFlat && players.length > 1 ? [players.join(' / ')] : players;
  return { half, letters, seed, seedWidth, marks, figures, room, names, inset, hasAvatars };
};

const teamRow = (reader: Reader, spot: Spot, team: Team, box: BoxForm): Element => {
  const { lit } = box;
  const { place, width } = spot;
  const { winner } = place;
  const isWinner = winner === team;
  const row = rowForm(reader, spot, team, box);
  const { half, letters, seed, seedWidth, marks, figures, room, names, inset, hasAvatars } = row;
  const own = fitted(names, letters, room);
  const fontSize = isLarge(spot) ? own : Math.min(box.nameSize, own);
  // A name that is too long even so is broken where there is room.
  const lineClamp = Math.max(1, Math.floor((half - 6) / (1.2 * fontSize * names.length)));
  return rowElement(
    {
      boxSizing: 'border-box',
      width,
      height: half,
      padding: `0 ${inset}px`,
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
          {
            ...{ width: seedWidth, fontSize: 0.85 * SEED * Math.min(2, figures) },
            ...{ fontWeight: 400, color: THEME.dim },
          },
          seed,
        ),
    column(
      { flexGrow: 1 },
      ...names.map((name, at) => {
        const player = hasAvatars ? place.teams[team]?.[at] : undefined;
        const style = {
          ...{ lineHeight: 1.2, maxWidth: room, fontSize, lineClamp, wordBreak: 'break-word' },
        };
        return rowElement(
          { alignItems: 'center', gap: 0.2 * letters },
          player === undefined ? null : avatar(player, 1.1 * letters, THEME[team]),
          textElement(style, name),
        );
      }),
    ),
    ...marks.map((mark) =>
      textElement(
        {
          flexShrink: 0,
          width: figures * mark.width,
          textAlign: 'right',
          ...(mark.isFine === true ? { fontSize: letters * 0.8, color: THEME.dim } : {}),
        },
        mark.words,
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
const SMALLEST = 0.38;
/** The names of a draw are all this large, but for few that do not fit. */
const COMMON = 0.84;
const LARGEST = 1.15;

/** The size in which the names of a team fit into their room. */
const fitted = (
  names: readonly string[],
  size: number,
  room: number,
  smallest = SMALLEST,
): number => {
  const longest = Math.max(
    1,
    ...names.map((name) => name.replace(NARROW, '').length + (name.match(NARROW)?.length ?? 0) / 2),
  );
  return Math.max(smallest * size, Math.min(size, room / (LETTER * longest)));
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

/** The games of each set, and why there are none or no more; before them the chances. */
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
    return [{ width: 21 * charactersOf(words).length, words }];
  }
  // For a tie the rubbers won, once there are any.
  const rubbers = tie?.result.score ?? null;
  if (rubbers !== null && rubbers.team_1 + rubbers.team_2 > 0) {
    return [{ width: SET, words: String(rubbers[team]) }];
  }
  if (match === null || match.status === 'bye' || phaseOf(match.status) === 'upcoming') return [];
  const isLoser = winner !== null && winner !== team;
  if (match.status === 'walkover') {
    return isLoser ? [{ width: 50, words: t('tournament.walkoverShort') }] : [];
  }
  const sets = shownSets(match)
    .slice(0, 3)
    .map((set) => ({ width: SET, words: String(set[team]) }));
  return match.status === 'retired' && isLoser
    ? [{ width: 32, words: t('tournament.retiredShort'), isFine: true }, ...sets]
    : sets;
};
