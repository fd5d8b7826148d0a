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
  SIZES,
  THEME,
  type Element,
} from './element.ts';

/** A player on a picture. Emoji are not drawn, so the country is shown as two letters. */
export interface Contender extends Named {
  readonly country: string | null;
}

export type Sides = ByTeam<readonly Contender[]>;

/** The width of a side, and how many letters of a name fit into it. */
interface Room {
  readonly width: number;
  readonly letters: number;
}

/** Narrow with something between the two sides, wide without. */
const NARROW: Room = { width: 316, letters: 17 };
const WIDE: Room = { width: 450, letters: 25 };

/** The height of one player: the gap above, name and country. */
const CONTENDER = 84;
const MARK = 8;

export const heightOfSides = ({ team_1, team_2 }: Sides): number =>
  MARK + CONTENDER * Math.max(1, team_1.length, team_2.length);

const ALIGNED = {
  team_1: { alignItems: 'flex-start', textAlign: 'left' },
  team_2: { alignItems: 'flex-end', textAlign: 'right' },
} as const;

/** Both sides by full names, the first on the left, with an optional element between them. */
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

/** The full name if it fits, else an initial and the display name. */
export const nameWithin = (person: DisplayNamed, letters: number): string => {
  const whole = outsidePlain(person.name, 60);
  return charactersOf(whole).length <= letters ? whole : outsidePlain(withInitial(person), 60);
};

/** A side for the alternative text: `Ana Vega (ES) / Eva Lamas`. */
export const sideText = (players: readonly Contender[]): string =>
  players
    .map(({ name, country }) => {
      const whole = outsidePlain(name, 60);
      return country === null ? whole : `${whole} (${outsidePlain(country, 3)})`;
    })
    .join(' / ');
