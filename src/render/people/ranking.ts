import { MENU_TEXT_MAX } from '../../discord/message-limits.ts';
import type { RankingEntry, RankingKind } from '../../domain/people/people.ts';
import type { Category } from '../../domain/terms.ts';
import { countryName, integer, localDate } from '../../i18n/format.ts';
import type { Locale, Reader } from '../../i18n/i18n.ts';
import { charactersOf, outside, outsideInCode, outsidePlain, timestamp } from '../../i18n/text.ts';
import { buttonRow, controlId, menuRow, pageButtons, viewButton, type Paged } from '../controls.ts';
import { categoryColour, type MessageBody, embedReply } from '../message.ts';
import { flagOf, fullName } from '../lines/names.ts';
import { withInitial } from '../lines/disambiguation.ts';
import { dotted, notInPlanLine } from '../lines/lines.ts';

export interface RankingView extends Paged {
  readonly kind: RankingKind;
  readonly kinds: readonly RankingKind[];
  readonly category: Category;
  /** ISO 3166 alpha-2; null for all countries. */
  readonly country: string | null;
  readonly players: readonly RankingEntry[];
  readonly total: number;
  /** The player who was searched for, on this page or elsewhere. */
  readonly sought: { readonly id: number; readonly name: string } | null;
  /** Whether the searched player was looked up and is not in this ranking. */
  readonly isMissing: boolean;
  /** Whether the other category's ranking was asked for, which lacks the player. */
  readonly isOther?: boolean;
  readonly readAt: number;
}

const OTHER: Readonly<Record<Category, Category>> = { men: 'women', women: 'men' };

/** Stands for "none" in a custom id. */
export const NO_PLAYER = '-';

/** The reply to `/ranking`: a page of it, monospaced and narrow enough for a phone. */
export const rankingMessage = (reader: Reader, view: RankingView): MessageBody => {
  const { t, locale } = reader;
  const { category, country, kind } = view;
  const edition = view.players.find(({ date }) => date !== undefined)?.date;
  const soughtId = view.sought?.id ?? NO_PLAYER;
  const idOf = (page: number): string => rankingId(view, page, soughtId);
  return embedReply({
    title: titleOf(reader, view),
    description: [
      ...soughtLines(reader, view),
      view.players.length === 0 ? t('ranking.none') : table(reader, view),
      arePointsWithheld(view) ? notInPlanLine(t, t('button.points')) : null,
      `-# ${dotted([
        edition === undefined ? null : t('ranking.edition', { date: localDate(locale, edition) }),
        hasMovement(view) ? t('ranking.movement') : null,
        t('readAt', { when: timestamp(view.readAt, 'R') }),
      ])}`,
    ],
    color: categoryColour(category),
    // Of last week; the race and ratings may count today's matches.
    open: kind === 'official' ? 'all' : [],
    components: [
      ...buttonRow(...pageButtons(reader, view, idOf), {
        id: rankingId({ kind, category: OTHER[category], country }, 1, NO_PLAYER),
        label: t(`ranking.title.${OTHER[category]}`),
      }),
      ...kindButtons(reader, view, soughtId),
      ...playerMenu(reader, view),
    ],
  });
};

const rankingId = (
  { kind, category, country }: Pick<RankingView, 'kind' | 'category' | 'country'>,
  page: number,
  soughtId: number | typeof NO_PLAYER,
): string =>
  controlId(
    'ranking',
    ...[category, country ?? NO_PLAYER, page, soughtId],
    ...(kind === 'official' ? [] : [kind]),
  );

const kindButtons = ({ t }: Reader, view: RankingView, soughtId: number | typeof NO_PLAYER) =>
  view.kinds.length < 2
    ? []
    : buttonRow(
        ...view.kinds.map((kind) => {
          const isShown = kind === view.kind;
          // Discord requires unique ids, and the row above may have this ranking's page.
          const id = `${rankingId({ ...view, kind }, 1, soughtId)}${isShown ? ':shown' : ''}`;
          return viewButton(id, t(`ranking.kind.${kind}`), isShown);
        }),
      );

const titleOf = ({ t, locale }: Reader, { category, country, kind }: RankingView): string => {
  const of = country === null ? '' : outside(countryName(locale, country), 60);
  return dotted([
    t(`ranking.title.${category}`),
    kind === 'official' ? '' : t(`ranking.kind.${kind}`),
    country === null ? '' : [flagOf(country), of].filter((part) => part !== '').join(' '),
  ]);
};

const soughtLines = ({ t, locale }: Reader, view: RankingView): (string | null)[] => {
  const { players, sought, isMissing } = view;
  if (sought === null) return [];
  const name = fullName(sought);
  const ranking = players.find(({ id }) => id === sought.id)?.ranking;
  return [
    view.isOther === true ? t('ranking.instead', { name }) : null,
    isMissing ? t('ranking.missing', { name }) : null,
    isMissing || ranking === undefined ? null : placeLine({ t, locale }, name, ranking),
  ];
};

const placeLine = ({ t, locale }: Reader, name: string, ranking: number | null): string =>
  ranking === null
    ? t('labelled', { name: `**${name}**`, value: t('player.unranked') })
    : t('ranking.found', { name, ranking: integer(locale, ranking) });

const arePointsWithheld = ({ players }: RankingView): boolean =>
  players.some(({ withheld }) => withheld.includes('points'));

const hasMovement = ({ players }: RankingView): boolean =>
  players.some(({ moved = 0 }) => moved !== 0);

/** A phone shows about 32 monospaced characters in an embed. */
const NAME_WIDTH = 17;
/** The column for moves takes a blank, the arrow and two digits. */
const NAME_WIDTH_MOVED = NAME_WIDTH - 4;
const NO_PLACE = '–';
/** Only two digits fit. */
const MOST_SHOWN = 99;

const table = ({ locale }: Reader, view: RankingView): string => {
  const { players, sought } = view;
  const nameWidth = hasMovement(view) ? NAME_WIDTH_MOVED : NAME_WIDTH;
  const rows = players.map((player) => ({
    mark: player.id === sought?.id ? '▸' : ' ',
    place: player.ranking === null ? NO_PLACE : String(player.ranking),
    country: padded(outsideInCode(player.nationality ?? '', 3), 2),
    moved: movementOf(player),
    name: tableName(player, players, nameWidth),
    points: pointsOf(locale, player),
  }));
  const width = (column: 'place' | 'moved' | 'name' | 'points'): number =>
    Math.max(...rows.map((each) => charactersOf(each[column]).length));
  const [places, names, points] = [width('place'), width('name'), width('points')];
  const moves = width('moved');
  const lines = rows.map((each) =>
    [
      each.mark + each.place.padStart(places),
      ...(moves === 0 ? [] : [padded(each.moved, moves)]),
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

/** `▲2`, `▼11`; empty when unchanged or unknown. */
const movementOf = ({ moved = 0 }: RankingEntry): string => {
  if (moved === 0) return '';
  return moved > 0 ? `▲${Math.min(moved, MOST_SHOWN)}` : `▼${Math.min(-moved, MOST_SHOWN)}`;
};

const shortName = (player: RankingEntry): string =>
  withInitial({ ...player, country: player.nationality });

/** `A. Vega`; the full name when another player of the page has the same short one. */
const tableName = (player: RankingEntry, page: readonly RankingEntry[], width: number): string => {
  const short = shortName(player);
  const isShared = page.some(
    ({ id, ...other }) => id !== player.id && shortName({ id, ...other }) === short,
  );
  return outsideInCode(isShared ? player.name : short, width);
};

const pointsOf = (locale: Locale, { points }: RankingEntry): string =>
  points === null ? '' : integer(locale, Math.round(points));

const playerMenu = ({ t }: Reader, { players }: RankingView) =>
  menuRow(
    controlId('player', 'card'),
    t('ranking.open'),
    players.map((player) => ({
      value: String(player.id),
      label: outsidePlain(player.name, MENU_TEXT_MAX) || `#${player.id}`,
    })),
  );
