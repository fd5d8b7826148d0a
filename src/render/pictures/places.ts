import { line } from 'd3-shape';
import { scaleLinear } from 'd3-scale';
import type { Place } from '../../domain/people/season-places.ts';
import type { Instant } from '../../domain/terms.ts';
import { integer, shortDate } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { CHART_WIDTH } from './chart.ts';
import {
  column,
  rowElement,
  shape,
  svg,
  textElement,
  SIZES,
  THEME,
  type Element,
} from './element.ts';
import type { Picture } from './picture.ts';
import { sheet } from './sheet.ts';

interface PlacesChart {
  readonly name: string;
  readonly title: string;
  /** The earliest first, at least one. */
  readonly places: readonly Place[];
  readonly alt: string;
  readonly readAt: Instant;
}

const HEIGHT = 540;
/** For the places beside the chart. */
const MARGIN = 96;
const CHART = { width: CHART_WIDTH - MARGIN, height: 300 };
const EDGE = 24;
const DOT = 8;

/** A move of one place does not look like a fall from the top. */
const LEAST_HALF = 2;

/** The places of a player over a season: the first place is above. */
export const placesChart = (
  reader: Reader,
  { name, title, places, alt, readAt }: PlacesChart,
): Picture => {
  const { t, locale } = reader;
  const last = places.at(-1);
  const dates = [...new Set([places[0]?.date, last?.date])].filter((date) => date !== undefined);
  return sheet(
    reader,
    { height: HEIGHT, alt, readAt },
    rowElement(
      { width: CHART_WIDTH, justifyContent: 'space-between', alignItems: 'center' },
      textElement({ fontSize: SIZES.large, fontWeight: 700, maxWidth: 720 }, name),
      textElement(
        { fontSize: SIZES.large, fontWeight: 700, color: THEME.team_1 },
        last === undefined ? '' : t('pair.ranking', { ranking: integer(locale, last.place) }),
      ),
    ),
    textElement({ fontSize: SIZES.fine, color: THEME.dim, width: CHART_WIDTH }, title),
    column(
      { gap: 10 },
      drawing(reader, places),
      rowElement(
        {
          width: CHART.width,
          marginLeft: MARGIN,
          justifyContent: dates.length === 1 ? 'center' : 'space-between',
          fontSize: SIZES.small,
          color: THEME.dim,
        },
        ...dates.map((date) => textElement({}, shortDate(locale, date))),
      ),
    ),
  );
};

const drawing = ({ locale }: Reader, places: readonly Place[]): Element => {
  const { width, height } = CHART;
  const all = places.map(({ place }) => place);
  const ends = [...new Set([Math.min(...all), Math.max(...all)])];
  const middle = ends.reduce((sum, place) => sum + place, 0) / ends.length;
  const half = Math.max(LEAST_HALF, ...ends.map((place) => place - middle));
  const y = scaleLinear([middle - half, middle + half], [EDGE, height - EDGE]);
  const dates = places.map(({ date }) => Date.parse(date));
  const x = scaleLinear([Math.min(...dates), Math.max(...dates)], [EDGE, width - EDGE]);
  const across = ({ date }: Place): number => x(Date.parse(date));
  const curve = line<Place>(across, ({ place }) => y(place));
  return rowElement(
    {},
    rowElement(
      { position: 'relative', width: MARGIN, height },
      ...ends.map((place) =>
        textElement(
          {
            position: 'absolute',
            right: 16,
            top: y(place) - SIZES.small * 0.6,
            fontSize: SIZES.small,
            color: THEME.dim,
          },
          integer(locale, place),
        ),
      ),
    ),
    svg(
      CHART,
      shape('rect', { x: 0, y: 0, width, height, rx: 12, fill: THEME.panel }),
      ...ends.map((place) =>
        shape('line', {
          ...{ x1: 0, x2: width, y1: y(place), y2: y(place) },
          stroke: THEME.line,
          'stroke-width': 2,
        }),
      ),
      shape('path', {
        d: curve([...places]) ?? '',
        fill: 'none',
        stroke: THEME.team_1,
        'stroke-width': 5,
        'stroke-linejoin': 'round',
      }),
      ...places
        .slice(-1)
        .map((place) =>
          shape('circle', { cx: across(place), cy: y(place.place), r: DOT, fill: THEME.team_1 }),
        ),
    ),
  );
};
