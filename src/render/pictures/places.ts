import { curveStepAfter, line } from 'd3-shape';
import { scaleLinear } from 'd3-scale';
import type { DisplayNamed } from '../../domain/people/display-names.ts';
import type { Place } from '../../domain/people/season-places.ts';
import type { Instant } from '../../domain/terms.ts';
import { integer, shortMonths } from '../../i18n/format.ts';
import type { Locale, Reader } from '../../i18n/i18n.ts';
import { emblemOf } from './contenders.ts';
import { charactersOf, outsidePlain } from '../../i18n/text.ts';
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

const HEIGHTS = { inline: 330, phone: 590 } as const;
const DOT = 14;

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
    (page) => {
      const isInline = page.format === 'inline';
      const figure = lastPlace(reader, page, places);
      const chart = drawing(reader, page, page.width - (isInline ? BESIDE : 0), places);
      return isInline
        ? [rowElement({ alignItems: 'center', justifyContent: 'space-between' }, figure, chart)]
        : [figure, chart];
    },
  );
};

const BESIDE = 270;

/** A little of the colour of the curve in that of a panel. */
const UNDER = '#2b3326';

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
  const isInline = format === 'inline';
  const large = [2.2, 1.7, 1.15, 0.85][String(last).length - 1] ?? 0.7;
  return rowElement(
    {
      flexShrink: 0,
      ...(isInline ? { width: BESIDE - 30, flexDirection: 'column' } : { gap: sizes.large }),
      alignItems: 'center',
      justifyContent: 'center',
    },
    textElement(
      { fontSize: sizes.figure * large, fontWeight: 800, lineHeight: 1.05 },
      integer(locale, last),
    ),
    gained === 0
      ? null
      : textElement(
          {
            padding: `${sizes.fine / 4}px ${sizes.fine}px`,
            borderRadius: sizes.large,
            background: gained > 0 ? THEME.team_1 : THEME.warning,
            fontSize: sizes.large * 1.15,
            lineHeight: 1.15,
            fontWeight: 800,
            color: THEME.background,
          },
          movement(locale, gained),
        ),
  );
};

/** The first days of the months between the ends, as many as have room. */
const monthsWithin = (from: number, to: number, most: number): readonly Date[] => {
  const start = new Date(from);
  const months = Array.from(
    { length: 12 },
    (_, more) => new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + more, 1)),
  ).filter((day) => day.getTime() > from - WEEK && day.getTime() <= to);
  const step = Math.ceil(months.length / most);
  return months.filter((_, index) => index % step === 0);
};

const WEEK = 604_800_000;

const drawing = (
  { t, locale }: Reader,
  page: Page,
  whole: number,
  places: readonly Place[],
): Element => {
  const { normal } = page.sizes;
  const fine = 1.1 * page.sizes.fine;
  const height = HEIGHTS[page.format];
  const all = places.map(({ place }) => place);
  const ends = [Math.min(...all), Math.max(...all)];
  const digits = integer(locale, Math.max(...all)).length;
  const margin = fine * (0.9 + 0.6 * digits);
  const width = whole - margin;
  // The numbers of the ends stand beside their dots.
  const edge = DOT + normal * (0.7 + 0.6 * digits);
  const middle = ends.reduce((sum, place) => sum + place, 0) / ends.length;
  const half = Math.max(LEAST_HALF, ...ends.map((place) => place - middle));
  const y = scaleLinear([middle - half, middle + half], [2.4 * normal, height - 1.2 * normal]);
  // Whole places only, evenly spaced.
  const ticks = y.ticks(4).filter((place) => Number.isInteger(place) && place > 0);
  const lines = ticks.length > 1 ? ticks : [...new Set(ends)];
  const times = places.map(({ date }) => Date.parse(date));
  const [from, to] = [Math.min(...times), Math.max(...times)];
  const x = scaleLinear([from, to], [edge, width - edge]);
  const across = ({ date }: Place): number => x(Date.parse(date));
  // A place holds until the next ranking.
  const curve = line<Place>(across, ({ place }) => y(place)).curve(curveStepAfter)([...places]);
  const best = places.find(({ place }) => place === ends[0]);
  const [first] = places;
  const last = places.at(-1);
  const ringed = [...new Set([first, best, last])].filter((each) => each !== undefined);
  const label = t('labelled', { name: t('places.best'), value: integer(locale, ends[0] ?? 0) });
  const room = Math.min(width, 0.6 * fine * charactersOf(label).length + fine);
  return column(
    { gap: 6 },
    rowElement(
      { position: 'relative' },
      rowElement(
        { position: 'relative', width: margin, height },
        ...lines.map((place) =>
          axisLabel(
            { sizes: { ...page.sizes, fine: fine * 1.1 } },
            { y: y(place), width: margin },
            integer(locale, place),
          ),
        ),
      ),
      svg(
        { width, height },
        shape('rect', { x: 0, y: 0, width, height, rx: 12, fill: THEME.panel }),
        shape('path', { d: first === last ? '' : `${curve}V${height}H${edge}Z`, fill: UNDER }),
        ...lines.map((place) =>
          shape('line', {
            ...{ x1: 0, x2: width, y1: y(place), y2: y(place) },
            stroke: THEME.line,
            'stroke-width': 2,
          }),
        ),
        shape('path', {
          d: curve ?? '',
          fill: 'none',
          stroke: THEME.brand,
          'stroke-width': 8,
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
        { position: 'absolute', left: margin, width, height, fontWeight: 700 },
        ...(first === last ? [] : [first, last]).flatMap((each, at) => {
          if (each === undefined) return [];
          const beside = width - edge + 1.6 * DOT;
          const top = y(each.place) - normal * 0.65;
          const style = { [at === 0 ? 'right' : 'left']: beside, top, fontSize: normal };
          return labelAt(style, integer(locale, each.place));
        }),
        best === undefined || ends[0] === ends[1]
          ? null
          : labelAt(
              {
                ...{ left: Math.min(width - room, Math.max(0, across(best) - room / 2)) },
                ...{ top: y(best.place) - 1.6 * DOT - 1.3 * fine, width: room, fontSize: fine },
                color: THEME.brand,
              },
              label,
            ),
      ),
    ),
    rowElement(
      { position: 'relative', height: 1.3 * fine, marginLeft: margin, width, color: THEME.dim },
      ...monthsWithin(from, to, page.format === 'inline' ? 6 : 8).map((day) => {
        const left = Math.max(0, x(day.getTime()) - 2.5 * fine);
        const month = shortMonths(locale)[day.getUTCMonth()] ?? '';
        return labelAt({ left, top: 0, width: 5 * fine, fontSize: fine }, month);
      }),
    ),
  );
};

const labelAt = (style: Readonly<Record<string, string | number>>, words: string): Element =>
  textElement({ position: 'absolute', textAlign: 'center', lineHeight: 1.3, ...style }, words);
