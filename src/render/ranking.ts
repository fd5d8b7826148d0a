import type { Player } from '../domain/people.ts';
import type { Category } from '../domain/terms.ts';
import { countryName, integer } from '../i18n/format.ts';
import type { Locale, Reader } from '../i18n/i18n.ts';
import { charactersOf, outside, outsideInCode, outsidePlain, timestamp } from '../i18n/text.ts';
import { buttonRow, controlId, menuRow, pageButtons, type Paged } from './controls.ts';
import { categoryColour, NO_MENTIONS, type MessageBody } from './message.ts';
import { flagOf, fullName } from './names.ts';
import { withInitial } from './told-apart.ts';

export interface RankingView extends Paged {
  readonly category: Category;
  /** ISO 3166 alpha-2; null for all countries. */
  readonly country: string | null;
  /** Those of the page, the best first. */
  readonly players: readonly Player[];
  /** On all pages. */
  readonly total: number;
  /** Who was asked for: on this page or elsewhere. */
  readonly sought: { readonly id: number; readonly name: string } | null;
  /** Whether the one who was asked for was looked up, and is nowhere in this list. */
  readonly isMissing: boolean;
  /** Whether the other ranking was asked for, in which they do not stand. */
  readonly isOther?: boolean;
  readonly readAt: number;
}

const OTHER: Readonly<Record<Category, Category>> = { men: 'women', women: 'men' };

/** Where no country or no player is asked for, in a custom id. */
export const NOBODY = '-';

/** The answer of `/ranking`: a page of it, monospaced and narrow enough for a phone. */
export const rankingMessage = (reader: Reader, view: RankingView): MessageBody => {
  const { t } = reader;
  const { category, country } = view;
  const idOf = (of: Category, page: number): string =>
    controlId('ranking', of, country ?? NOBODY, page, view.sought?.id ?? NOBODY);
  return {
    embeds: [
      {
        title: titleOf(reader, view),
        description: [
          ...soughtLines(reader, view),
          view.players.length === 0 ? t('ranking.none') : table(reader, view),
          ...(arePointsWithheld(view) ? [t('ranking.pointsNotInPlan')] : []),
          `-# ${t('readAt', { when: timestamp(view.readAt, 'R') })}`,
        ].join('\n'),
        color: categoryColour(category),
      },
    ],
    components: [
      ...buttonRow(...pageButtons(reader, view, (page) => idOf(category, page)), {
        id: controlId('ranking', OTHER[category], country ?? NOBODY, 1, NOBODY),
        label: t(`ranking.title.${OTHER[category]}`),
      }),
      ...playerMenu(reader, view),
    ],
    allowed_mentions: NO_MENTIONS,
  };
};

const titleOf = ({ t, locale }: Reader, { category, country }: RankingView): string => {
  const title = t(`ranking.title.${category}`);
  if (country === null) return title;
  return [title, '·', flagOf(country), outside(countryName(locale, country), 60)]
    .filter((part) => part !== '')
    .join(' ');
};

const soughtLines = (reader: Reader, view: RankingView): string[] => {
  const { t } = reader;
  const { sought } = view;
  if (sought === null) return [];
  const name = fullName(sought);
  const other = view.isOther === true ? [t(`ranking.instead.${view.category}`, { name })] : [];
  return [...other, ...placeLines(reader, view, sought)];
};

const placeLines = (
  { t, locale }: Reader,
  { players, isMissing }: RankingView,
  sought: NonNullable<RankingView['sought']>,
): string[] => {
  const name = fullName(sought);
  if (isMissing) return [t('ranking.missing', { name })];
  const player = players.find(({ id }) => id === sought.id);
  if (player === undefined) return [];
  return player.ranking === null
    ? [t('ranking.unranked', { name })]
    : [t('ranking.found', { name, ranking: integer(locale, player.ranking) })];
};

const arePointsWithheld = ({ players }: RankingView): boolean =>
  players.some(({ withheld }) => withheld.includes('points'));

/** A phone shows about 32 monospaced characters beside an embed's margin. */
const NAME_WIDTH = 17;
const NO_PLACE = '–';

const table = ({ locale }: Reader, { players, sought }: RankingView): string => {
  const rows = players.map((player) => ({
    mark: player.id === sought?.id ? '▸' : ' ',
    place: player.ranking === null ? NO_PLACE : String(player.ranking),
    country: padded(outsideInCode(player.nationality ?? '', 3), 2),
    name: tableName(player, players),
    points: pointsOf(locale, player),
  }));
  const width = (column: 'place' | 'name' | 'points'): number =>
    Math.max(...rows.map((each) => charactersOf(each[column]).length));
  const [places, names, points] = [width('place'), width('name'), width('points')];
  const lines = rows.map((each) =>
    [
      each.mark + each.place.padStart(places),
      each.country,
      padded(each.name, names),
      each.points.padStart(points),
    ]
      .join(' ')
      .trimEnd(),
  );
  return ['```', ...lines, '```'].join('\n');
};

const padded = (name: string, width: number): string =>
  name + ' '.repeat(Math.max(0, width - charactersOf(name).length));

const shortName = (player: Player): string =>
  withInitial({ ...player, country: player.nationality });

/** `A. Vega`; in full where another one of the page is called so, too. */
const tableName = (player: Player, page: readonly Player[]): string => {
  const short = shortName(player);
  const isShared = page.some(
    ({ id, ...other }) => id !== player.id && shortName({ id, ...other }) === short,
  );
  return outsideInCode(isShared ? player.name : short, NAME_WIDTH);
};

const pointsOf = (locale: Locale, { points }: Player): string =>
  points === null ? '' : integer(locale, points);

/** Each of the page can be opened. */
const playerMenu = ({ t }: Reader, { players }: RankingView) =>
  menuRow(
    controlId('player', 'card'),
    t('ranking.open'),
    players.map((player) => ({
      value: String(player.id),
      label: outsidePlain(player.name, 100) || `#${player.id}`,
    })),
  );
