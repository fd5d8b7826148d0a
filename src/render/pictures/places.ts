import { curveStepAfter, line } from 'd3-shape';
import { scaleLinear } from 'd3-scale';
import type { DisplayNamed } from '../../domain/people/display-names.ts';
import type { Place } from '../../domain/people/season-places.ts';
import type { Instant } from '../../domain/terms.ts';
import { integer, shortDate } from '../../i18n/format.ts';
import type { Locale, Reader } from '../../i18n/i18n.ts';
import { emblemOf } from './contenders.ts';
import { outsidePlain } from '../../i18n/text.ts';
import { column, rowElement, shape, svg, textElement, THEME, type Element } from './element.ts';
import type { Picture } from './picture.ts';
import { axisLabel } from './plot.ts';
import { poster, type Page } from './poster.ts';

interface PlacesChart {
  readonly player: DisplayNamed;
  readonly title: string;
  /** The earliest first, at least one. */
  readonly places: readonly Place[];
  /** The places in words. */
  readonly facts: string;
  readonly readAt: Instant;
}

const HEIGHTS = { inline: 330, phone: 740 } as const;
const DOT = 12;

/** A move of one place does not look like a fall from the top. */
const LEAST_HALF = 2;

/** The places of a player over a season: the first place is above. */
export const placesChart = (
  reader: Reader,
  { player, title, places, facts, readAt }: PlacesChart,
): Picture => {
  const { t, locale } = reader;
  // The first and the last, which are one after a week.
  const ends = new Set([places[0], places.at(-1)].flatMap((each) => each?.place ?? []));
  const place = [...ends]
    .map((each) => t('pair.ranking', { ranking: integer(locale, each) }))
    .join(' → ');
  return poster(
    reader,
    {
      kicker: title,
      headline: t('labelled', { name: outsidePlain(player.name, 80), value: place }),
      facts,
      readAt,
      emblem: emblemOf([player]),
    },
    (page) =>
      page.format === 'inline'
        ? [
            rowElement(
              { alignItems: 'center', justifyContent: 'space-between' },
              drawing(reader, page, page.width - 210, places),
              lastPlace(reader, page, places),
            ),
          ]
        : [drawing(reader, page, page.width, places), lastPlace(reader, page, places)],
  );
};

/** Places gained from the first ranking to the last. */
export const gainedIn = (places: readonly Place[]): number =>
  (places[0]?.place ?? 0) - (places.at(-1)?.place ?? 0);

/** `▲ 5` */
export const movement = (locale: Locale, gained: number): string =>
  `${gained > 0 ? '▲' : '▼'} ${integer(locale, Math.abs(gained))}`;

/** Where the player stands, large, and the places gained or lost since the first ranking. */
const lastPlace = (
  { locale }: Reader,
  { format, sizes }: Page,
  places: readonly Place[],
): Element => {
  const last = places.at(-1)?.place ?? 0;
  const gained = gainedIn(places);
  return rowElement(
    {
      flexShrink: 0,
      ...(format === 'inline' ? { width: 200, flexDirection: 'column' } : { gap: sizes.large }),
      alignItems: 'center',
      alignSelf: 'center',
    },
    textElement(
      { fontSize: sizes.figure * (last < 100 ? 1.3 : 0.9), fontWeight: 800, lineHeight: 1 },
      integer(locale, last),
    ),
    gained === 0
      ? null
      : textElement(
          {
            fontSize: sizes.large,
            fontWeight: 700,
            color: gained > 0 ? THEME.team_1 : THEME.warning,
          },
          movement(locale, gained),
        ),
  );
};

const drawing = (
  { locale }: Reader,
  page: Page,
  whole: number,
  places: readonly Place[],
): Element => {
  const margin = page.sizes.fine * 2.4;
  const width = whole - margin;
  const height = HEIGHTS[page.format];
  const edge = 2 * page.sizes.normal;
  const all = places.map(({ place }) => place);
  const ends = [Math.min(...all), Math.max(...all)];
  const middle = ends.reduce((sum, place) => sum + place, 0) / ends.length;
  const half = Math.max(LEAST_HALF, ...ends.map((place) => place - middle));
  const y = scaleLinear([middle - half, middle + half], [edge, height - edge]);
  // Whole places only.
  const ticks = y.ticks(4).filter(Number.isInteger);
  const times = places.map(({ date }) => Date.parse(date));
  const x = scaleLinear([Math.min(...times), Math.max(...times)], [edge, width - edge]);
  const across = ({ date }: Place): number => x(Date.parse(date));
  // A place holds until the next ranking.
  const curve = line<Place>(across, ({ place }) => y(place)).curve(curveStepAfter);
  const dates = [...new Set([places[0]?.date, places.at(-1)?.date])].filter(
    (date) => date !== undefined,
  );
  const best = places.find(({ place }) => place === Math.min(...all));
  const ringed = [...new Set([places[0], best, places.at(-1)])].filter(
    (each) => each !== undefined,
  );
  return column(
    { gap: 10 },
    rowElement(
      { position: 'relative' },
      rowElement(
        { position: 'relative', width: margin, height },
        ...[...new Set(ends)].map((place) =>
          axisLabel(page, { y: y(place), width: margin }, integer(locale, place)),
        ),
      ),
      svg(
        { width, height },
        shape('rect', { x: 0, y: 0, width, height, rx: 12, fill: THEME.panel }),
        ...[...new Set([...ends, ...ticks])].map((place) =>
          shape('line', {
            ...{ x1: 0, x2: width, y1: y(place), y2: y(place) },
            stroke: THEME.line,
            'stroke-width': 2,
          }),
        ),
        shape('path', {
          d: curve([...places]) ?? '',
          fill: 'none',
          stroke: THEME.brand,
          'stroke-width': 6,
          'stroke-linejoin': 'round',
        }),
        ...ringed.map((place) =>
          shape('circle', {
            ...{ cx: across(place), cy: y(place.place), r: DOT, fill: THEME.brand },
            ...{ stroke: THEME.background, 'stroke-width': 4 },
          }),
        ),
      ),
      rowElement(
        { position: 'absolute', left: margin, width, height },
        ...ringed.map((each) => {
          // On the side from which the line does not come.
          const beside = places[each === places[0] ? 1 : places.length - 2];
          const near = beside !== undefined && beside.place < each.place ? 1 : -1;
          const room = page.sizes.normal * 3;
          return textElement(
            {
              position: 'absolute',
              left: Math.min(width - room, Math.max(0, across(each) - room / 2)),
              top: y(each.place) + near * page.sizes.normal * 1.1 - page.sizes.normal * 0.6,
              width: room,
              textAlign: 'center',
              fontSize: page.sizes.normal,
              fontWeight: 800,
              lineHeight: 1.2,
            },
            integer(locale, each.place),
          );
        }),
      ),
    ),
    rowElement(
      {
        width,
        marginLeft: margin,
        boxSizing: 'border-box',
        padding: `0 ${edge - page.sizes.fine}px`,
        justifyContent: dates.length === 1 ? 'center' : 'space-between',
        fontSize: page.sizes.fine,
        color: THEME.dim,
      },
      ...dates.map((date) => textElement({}, shortDate(locale, date))),
    ),
  );
};
