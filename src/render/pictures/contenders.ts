import { displayName, type DisplayNamed } from '../../domain/people/display-names.ts';
import type { ByTeam, Team } from '../../domain/terms.ts';
import { charactersOf, outsidePlain } from '../../i18n/text.ts';
import type { Named } from '../lines/names.ts';
import {
  blockElement,
  column,
  flag,
  rowElement,
  textElement,
  THEME,
  type Element,
} from './element.ts';
import type { Page } from './poster.ts';

export interface Contender extends Named {
  /** ISO 3166 alpha-2. */
  readonly country: string | null;
}

export type Sides = ByTeam<readonly Contender[]>;

const ALIGNED = {
  team_1: { flexDirection: 'row', alignItems: 'flex-start', textAlign: 'left' },
  team_2: { flexDirection: 'row-reverse', alignItems: 'flex-end', textAlign: 'right' },
} as const;

const called = (player: DisplayNamed): string => outsidePlain(displayName(player), 60);

/** What stands before the name by which a player is called: all of it where that is no part of it. */
const givenNames = (person: DisplayNamed): string => {
  const whole = outsidePlain(person.name, 60);
  const at = ` ${whole} `.indexOf(` ${called(person)} `);
  return at === -1 ? whole : whole.slice(0, at).trim();
};

/** Of a bold letter, in its size. */
const LETTER = 0.62;

/** The size in which the longest word of all names fits into one line. */
export const nameSize = (
  { sizes }: Page,
  players: readonly Contender[],
  width: number,
  largest = 1,
): number => {
  const words = players.flatMap((player) => called(player).split(/[\s-]/));
  const longest = Math.max(1, ...words.map((word) => charactersOf(word).length + 1));
  return Math.min(largest * sizes.large, width / (LETTER * longest));
};

const GAP = 16;

/** Both sides, the first on the left, with an optional element between them. */
export const facingSides = (page: Page, sides: Sides, between: Element | null): Element => {
  const width = (page.width * (between === null ? 0.96 : 0.7)) / 2;
  const flagSize = 1.5 * page.sizes.large;
  const room = width - flagSize - GAP;
  const fontSize = nameSize(page, [...sides.team_1, ...sides.team_2], room);
  const side = (team: Team): Element => {
    const { flexDirection, alignItems, textAlign } = ALIGNED[team];
    return column(
      { width, gap: page.sizes.fine / 2, alignItems },
      blockElement({ width: 72, height: 8, borderRadius: 4, background: THEME[team] }),
      ...sides[team].map((player) =>
        rowElement(
          { flexDirection, alignItems: 'center', gap: GAP, width },
          flag(player.country, flagSize),
          playerNames(page, player, { maxWidth: room, textAlign }, { alignItems, fontSize }),
        ),
      ),
    );
  };
  return rowElement(
    { alignItems: 'center', justifyContent: 'space-between', width: page.width },
    side('team_1'),
    between,
    side('team_2'),
  );
};

/** The name by which a player is called, over two lines where it is long, and above it the others. */
export const playerNames = (
  { sizes }: Page,
  player: Contender,
  room: { readonly maxWidth: number; readonly textAlign: string },
  { alignItems, fontSize }: { readonly alignItems: string; readonly fontSize: number },
): Element => {
  const given = givenNames(player);
  return column(
    { alignItems },
    given === '' ? null : textElement({ ...room, fontSize: sizes.fine, color: THEME.soft }, given),
    textElement(
      {
        ...room,
        fontSize,
        fontWeight: 700,
        lineHeight: 1.1,
        lineClamp: 2,
        wordBreak: 'break-word',
      },
      called(player),
    ),
  );
};

/** A side for the alternative text: `Ana Vega (ES) / Eva Lamas`. */
export const sideText = (players: readonly Contender[]): string =>
  players
    .map(({ name, country }) => {
      const whole = outsidePlain(name, 60);
      return country === null ? whole : `${whole} (${outsidePlain(country, 3)})`;
    })
    .join(' / ');
