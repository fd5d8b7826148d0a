import type { DisplayNamed } from '../../domain/people/display-names.ts';
import type { ByTeam, Team } from '../../domain/terms.ts';
import { charactersOf, outsidePlain } from '../../i18n/text.ts';
import type { Named } from '../lines/names.ts';
import { withInitial } from '../lines/disambiguation.ts';
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

/**
 * Both sides, the first on the left, with an optional element between them. Full names if all of
 * them fit, else everybody has an initial.
 */
export const facingSides = (sides: Sides, between: Element | null): Element => {
  const { width, letters } = between === null ? WIDE : NARROW;
  const doAllFit = [...sides.team_1, ...sides.team_2].every((player) => isWithin(player, letters));
  const nameOf = doAllFit ? wholeName : shortName;
  const side = (team: Team): Element =>
    column(
      { width, ...ALIGNED[team] },
      blockElement({ width: 72, height: MARK, borderRadius: MARK / 2, background: THEME[team] }),
      ...sides[team].map((player) => contender(team, player, nameOf(player), width)),
    );
  return rowElement(
    { alignItems: 'center', justifyContent: 'space-between', width: '100%' },
    side('team_1'),
    between,
    side('team_2'),
  );
};

const contender = (team: Team, { country }: Contender, name: string, width: number): Element =>
  column(
    { width, height: CONTENDER, ...ALIGNED[team], paddingTop: 14 },
    textElement({ fontSize: 33, fontWeight: 600, lineHeight: 1.2, maxWidth: width }, name),
    country === null
      ? null
      : textElement({ fontSize: SIZES.small, color: THEME.dim }, outsidePlain(country, 3)),
  );

const wholeName = ({ name }: DisplayNamed): string => outsidePlain(name, 60);

const shortName = (person: DisplayNamed): string => outsidePlain(withInitial(person), 60);

const isWithin = (person: DisplayNamed, letters: number): boolean =>
  charactersOf(wholeName(person)).length <= letters;

/** The full name if it fits, else an initial and the display name. */
export const nameWithin = (person: DisplayNamed, letters: number): string =>
  isWithin(person, letters) ? wholeName(person) : shortName(person);

/** A side for the alternative text: `Ana Vega (ES) / Eva Lamas`. */
export const sideText = (players: readonly Contender[]): string =>
  players
    .map(({ name, country }) => {
      const whole = outsidePlain(name, 60);
      return country === null ? whole : `${whole} (${outsidePlain(country, 3)})`;
    })
    .join(' / ');
