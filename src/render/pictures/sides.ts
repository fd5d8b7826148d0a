import type { DisplayNamed } from '../../domain/people/display-names.ts';
import type { ByTeam, Team } from '../../domain/terms.ts';
import { charactersOf, outsidePlain } from '../../i18n/text.ts';
import type { Named } from '../people/names.ts';
import { withInitial } from '../people/disambiguation.ts';
import {
  blockElement,
  column,
  rowElement,
  textElement,
  type Element,
  type Style,
} from './element.ts';
import { PADDING, SIZES, THEME } from './element.ts';

/** Somebody on a picture: emoji are not drawn, so the country stands there as its two letters. */
export interface Contender extends Named {
  readonly country: string | null;
}

export type Sides = ByTeam<readonly Contender[]>;

/** How wide a side is, and how many letters of a name fit it. */
interface Room {
  readonly width: number;
  readonly letters: number;
}

/** Beside something that stands between the two sides, and where nothing does. */
const NARROW: Room = { width: 316, letters: 17 };
const WIDE: Room = { width: 450, letters: 25 };

/** Of one player: the name, the country below it, and the gap above. */
const CONTENDER = 84;
const MARK = 8;

/** The height of what `facingSides` draws. */
export const heightOfSides = ({ team_1, team_2 }: Sides): number =>
  MARK + CONTENDER * Math.max(1, team_1.length, team_2.length);

const ALIGNED = {
  team_1: { alignItems: 'flex-start', textAlign: 'left' },
  team_2: { alignItems: 'flex-end', textAlign: 'right' },
} as const;

/** Both sides by full names, the first on the left, and what stands between them, if anything. */
export const facingSides = (sides: Sides, between: Element | null): Element => {
  const room = between === null ? WIDE : NARROW;
  return rowElement(
    { alignItems: 'center', justifyContent: 'space-between', width: '100%' },
    side('team_1', sides.team_1, room),
    between,
    side('team_2', sides.team_2, room),
  );
};

const side = (team: Team, players: readonly Contender[], room: Room): Element =>
  column(
    { width: room.width, ...ALIGNED[team] },
    blockElement({ width: 72, height: MARK, borderRadius: MARK / 2, background: THEME[team] }),
    ...players.map((player) => contender(team, player, room)),
  );

const contender = (team: Team, player: Contender, { width, letters }: Room): Element =>
  column(
    { width, height: CONTENDER, ...ALIGNED[team], paddingTop: 14 },
    textElement(
      { fontSize: 33, fontWeight: 600, lineHeight: 1.2, maxWidth: width },
      nameWithin(player, letters),
    ),
    player.country === null
      ? null
      : textElement({ fontSize: SIZES.small, color: THEME.dim }, outsidePlain(player.country, 3)),
  );

/** The full name where it has no more letters than this, else an initial and what they are called. */
export const nameWithin = (person: DisplayNamed, letters: number): string => {
  const whole = outsidePlain(person.name, 60);
  return charactersOf(whole).length <= letters ? whole : outsidePlain(withInitial(person), 60);
};

/** A side in words, for those who do not see it: `Ana Vega (ES) / Eva Lamas`. */
export const sideText = (players: readonly Contender[]): string =>
  players
    .map(({ name, country }) => {
      const whole = outsidePlain(name, 60);
      return country === null ? whole : `${whole} (${outsidePlain(country, 3)})`;
    })
    .join(' / ');

/** The box of a whole picture. */
export const sheet = (style: Style, ...children: Parameters<typeof column>[1][]): Element =>
  column(
    {
      boxSizing: 'border-box',
      width: '100%',
      height: '100%',
      padding: PADDING,
      background: THEME.background,
      color: THEME.text,
      fontFamily: THEME.font,
      ...style,
    },
    ...children,
  );
