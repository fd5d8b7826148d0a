import { displayName, type DisplayNamed } from '../../domain/people/display-names.ts';
import { PARTICLES } from '../../domain/people/surname.ts';
import type { ByTeam, Team } from '../../domain/terms.ts';
import { charactersOf, outsidePlain } from '../../i18n/text.ts';
import { integer } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { dotted } from '../lines/lines.ts';
import type { Named } from '../lines/names.ts';
import {
  circle,
  column,
  flag,
  rowElement,
  textElement,
  THEME,
  WRAPPED,
  type Element,
} from './element.ts';
import type { Page } from './poster.ts';

export interface Contender extends Named {
  /** ISO 3166 alpha-2. */
  readonly country: string | null;
  /** Place in the official ranking; missing or null where it is not known. */
  readonly ranking?: number | null;
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

/** A player's initials: of the name, and of that by which the player is called, without its particles. */
export const initialsOf = (player: DisplayNamed): string => {
  const [whole, short] = [outsidePlain(player.name, 60), called(player)];
  const word = short.split(' ').find((each) => !PARTICLES.has(each.toLowerCase())) ?? short;
  const names = whole === short ? [word] : [whole, word];
  return names
    .map((name) => charactersOf(name)[0])
    .join('')
    .toUpperCase();
};

/** In place of a photo, which is the player's: initials in a ring, and the flag. */
export const avatar = (player: DisplayNamed, size: number, ring: string): Element => {
  const badge = size * 0.42;
  const sign = flag(player.country ?? null, badge * 0.86);
  const letters = { fontSize: size * 0.29, fontWeight: 800, lineHeight: 1, color: THEME.text };
  const corner = { position: 'absolute', right: -badge * 0.06, bottom: -badge * 0.06 };
  return circle(
    size,
    { position: 'relative', background: ring },
    circle(size * 0.88, { background: THEME.raised }, textElement(letters, initialsOf(player))),
    sign === null ? null : circle(badge, { ...corner, background: THEME.background }, sign),
  );
};

/** A player alone has the room of a pair. */
const ALONE = 1.4;

const growthOf = ({ team_1, team_2 }: Sides): number =>
  Math.max(team_1.length, team_2.length) === 1 ? ALONE : 1;

const avatarSize = ({ format, sizes }: Page, sides: Sides): number =>
  growthOf(sides) * (format === 'inline' ? 2.1 : 1.62) * sizes.large;

/**
 * Both sides, the first on the left, with an element between them.
 * @param share of the width that the sides take
 */
export const facingSides = (
  reader: Reader,
  page: Page,
  sides: Sides,
  between: Element,
  share = 0.72,
): Element => {
  const width = (page.width * share) / 2;
  const players = [...sides.team_1, ...sides.team_2];
  const fontSize = nameSize(page, players, width - avatarSize(page, sides) - GAP, growthOf(sides));
  const size = avatarSize(page, sides);
  const side = (team: Team): Element =>
    playerRows(reader, page, sides[team], { width, size, ring: THEME[team], fontSize, team });
  return rowElement(
    { alignItems: 'center', justifyContent: 'space-between', width: page.width },
    side('team_1'),
    between,
    side('team_2'),
  );
};

/** A number of one or two digits may be larger beside a player alone. */
const figureScale = (figure: string, sides: Sides): number => {
  const { length } = charactersOf(figure);
  return length > 3 ? 0.7 : length === 3 ? 0.85 : Math.min(1.2, growthOf(sides));
};

/** Players below each other, each with an avatar and names; those of the second side are mirrored. */
export const playerRows = (
  reader: Reader,
  page: Page,
  players: readonly Contender[],
  look: Readonly<{ width: number; size: number; ring: string; fontSize: number; team?: Team }>,
): Element => {
  const { width, size, ring, fontSize, team = 'team_1' } = look;
  const { flexDirection, alignItems, textAlign } = ALIGNED[team];
  const room = { maxWidth: width - size - GAP, textAlign };
  return column(
    { width, gap: page.sizes.fine / 2.5, alignItems },
    ...players.map((player) =>
      rowElement(
        { flexDirection, alignItems: 'center', gap: GAP, width },
        avatar(player, size, ring),
        playerNames(reader, page, player, room, { alignItems, fontSize }),
      ),
    ),
  );
};

/** A side over the whole width of a page, with a figure at the right. */
export const wideSide = (
  reader: Reader,
  page: Page,
  sides: Sides,
  { team, figure }: { readonly team: Team; readonly figure: string },
): Element => {
  const width = page.width * 0.66;
  const players = [...sides.team_1, ...sides.team_2];
  const size = avatarSize(page, sides);
  const fontSize = nameSize(page, players, width - size - GAP, growthOf(sides));
  return rowElement(
    { alignItems: 'center', justifyContent: 'space-between', width: page.width },
    playerRows(reader, page, sides[team], { width, size, ring: THEME[team], fontSize }),
    textElement(
      {
        ...{ flexShrink: 0, fontSize: page.sizes.figure * figureScale(figure, sides) },
        ...{ fontWeight: 800, lineHeight: 1.1, color: THEME[team] },
      },
      figure,
    ),
  );
};

/** The name by which a player is called, over two lines where it is long, and above it the others. */
export const playerNames = (
  reader: Reader,
  { sizes }: Page,
  player: Contender,
  room: { readonly maxWidth: number; readonly textAlign: string },
  { alignItems, fontSize }: { readonly alignItems: string; readonly fontSize: number },
): Element => {
  const given = dotted([givenNames(player), rankingOf(reader, player)]);
  return column(
    { alignItems },
    given === ''
      ? null
      : textElement(
          { ...room, fontSize: Math.min(sizes.fine, 0.85 * fontSize), opacity: 0.75 },
          given,
        ),
    textElement(
      {
        ...room,
        fontSize,
        fontWeight: 700,
        ...WRAPPED,
      },
      called(player),
    ),
  );
};

const rankingOf = ({ t, locale }: Reader, { ranking }: Contender): string | null =>
  ranking === undefined || ranking === null
    ? null
    : t('pair.ranking', { ranking: integer(locale, ranking) });

/** A side for the alternative text: `Ana Vega (ES, no. 7) / Eva Lamas`. */
export const sideText = (reader: Reader, players: readonly Contender[]): string =>
  players
    .map((player) => {
      const country = player.country === null ? null : outsidePlain(player.country, 3);
      const facts = [country, rankingOf(reader, player)].filter((fact) => fact !== null);
      const whole = outsidePlain(player.name, 60);
      return facts.length === 0 ? whole : `${whole} (${facts.join(', ')})`;
    })
    .join(' / ');

/** The avatars of a player or a pair, for the right of a headline. */
export const emblemOf =
  (players: readonly DisplayNamed[]) =>
  ({ format }: Page): Element | null =>
    players.length === 0
      ? null
      : rowElement(
          { gap: 12, flexShrink: 0 },
          ...players.map((player) =>
            avatar(player, format === 'inline' ? 110 : 150, THEME.background),
          ),
        );
