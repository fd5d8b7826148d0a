import { line } from 'd3-shape';
import { scaleLinear } from 'd3-scale';
import { largestLeads, longestRuns, type Momentum } from '../../domain/match/momentum.ts';
import { formatSet, leaderOf } from '../../domain/match/score.ts';
import { byTeam, NONE, TEAMS } from '../../domain/terms.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { dotted } from '../lines/lines.ts';
import {
  axisLabel,
  chartPoster,
  divider,
  leadAreas,
  mark,
  markedLabel,
  setLabels,
  type ChartBox,
  type ChartTexts,
} from './chart.ts';
import { column, rowElement, shape, svg, THEME, type Element } from './element.ts';
import { duelTable, type DuelRow } from './marks.ts';
import type { Picture } from './picture.ts';

/** Keeps the line of a short match away from the edges. */
const LEAST_LEAD = 5;

/** Fewer points in a row are no run. */
const LEAST_RUN = 4;

/** The lead as a line, breaks as dots, set borders, and the longest run of points; on a phone more figures. */
export const momentumPicture = (reader: Reader, momentum: Momentum, texts: ChartTexts): Picture =>
  chartPoster(
    reader,
    texts,
    byTeam((team) => ({
      large: String(momentum.won[team]),
      small: reader.t('metric.total_points_won'),
    })),
    (box) => leadChart(reader, momentum, texts, box),
    (page, top) => duelTable(page, momentumRows(reader, momentum), { first: top }),
  );

/** Runs, leads and breaks of both teams. */
export const momentumRows = ({ t }: Reader, momentum: Momentum): readonly DuelRow[] => {
  const runs = longestRuns(momentum);
  const { breaks } = momentum;
  return [
    { name: t('momentum.runs'), ...byTeam((team) => String(runs[team].length)) },
    {
      name: t('momentum.leads'),
      ...byTeam((team) => String(largestLeads(momentum)[team])),
    },
    ...(breaks === null
      ? []
      : [{ name: t('momentum.breaks'), ...byTeam((team) => String(breaks.won[team])) }]),
  ];
};

type Lead = Momentum['leads'][number];

const DOT = 8;
const RING = 13;

const leadChart = (
  reader: Reader,
  momentum: Momentum,
  texts: Pick<ChartTexts, 'set' | 'names'>,
  { page, width: whole, height, top }: ChartBox,
): Element => {
  const { leads, sets } = momentum;
  const axis = page.sizes.fine * 2.2;
  const width = whole - axis;
  const x = scaleLinear([0, Math.max(1, leads.at(-1)?.played ?? 1)], [0, width]);
  const up = top === 'team_1' ? 1 : -1;
  const above = Math.max(LEAST_LEAD, ...leads.map(({ lead }) => up * lead));
  const below = Math.max(LEAST_LEAD, above / 2.5, ...leads.map(({ lead }) => -up * lead));
  const y = scaleLinear([-up * below, up * above], [height - 5 * DOT, 5 * DOT]);
  const across = ({ played }: Lead): number => x(played);
  const at = ({ lead }: Lead): number => y(lead);
  const drawn = (points: readonly Lead[], stroke: string, strokeWidth: number): string =>
    shape('path', {
      d: line<Lead>(across, at)([...points]) ?? '',
      fill: 'none',
      stroke,
      'stroke-width': strokeWidth,
    });
  const spots = leads.map((lead) => ({ x: across(lead), y: at(lead) }));
  const marks = { width, height, inset: 5 * DOT, line: spots };
  const run = runOf(momentum);
  const end = run?.leads.at(-1);
  const marked =
    run === null || end === undefined
      ? null
      : {
          ...{ x: across(end), y: at(end), colour: THEME[run.team] },
          title: runLength(reader, run),
          text: dotted([texts.set(run.set), formatSet(run.score, top)]),
        };
  const largest = largestLeads(momentum);
  const chart = column(
    {},
    setLabels(
      page,
      sets.map(({ number, score }) => [
        texts.set(number),
        score === null ? null : formatSet(score, top),
      ]),
      sets.map(({ played }) => x(played)),
    ),
    rowElement(
      { position: 'relative', width, height },
      svg(
        { width, height },
        shape('rect', { x: 0, y: 0, width, height, rx: 12, fill: THEME.panel }),
        ...leadAreas<Lead>({ x: across, y: at, middle: y(0), top })(leads),
        ...sets.slice(0, -1).map(({ played }) => divider(x(played), height)),
        shape('line', {
          ...{ x1: 0, x2: width, y1: y(0), y2: y(0) },
          stroke: THEME.dim,
          'stroke-width': 2,
        }),
        drawn(leads, THEME.text, 4),
        ...(run === null || marked === null
          ? []
          : [drawn(run.leads, marked.colour, 8), mark(page, marked, marks)]),
        ...breakDots(momentum, x, { width, height, top }),
      ),
      marked === null ? null : markedLabel(page, marked, marks),
    ),
  );
  return rowElement(
    { alignItems: 'flex-end' },
    rowElement(
      { position: 'relative', width: axis, height },
      axisLabel(page, { y: y(0), width: axis }, '0'),
      ...TEAMS.filter((team) => largest[team] > 0).map((team) =>
        axisLabel(
          page,
          { y: y(team === 'team_1' ? largest[team] : -largest[team]), width: axis },
          String(largest[team]),
        ),
      ),
    ),
    chart,
  );
};

/** The longest run of a match with its part of the line; null without one that counts, or while both are as long. */
const runOf = (momentum: Momentum) => {
  const runs = longestRuns(momentum);
  const team = leaderOf(byTeam((each) => runs[each].length));
  if (team === null || runs[team].length < LEAST_RUN) return null;
  const { length, played } = runs[team];
  const leads = momentum.leads.filter((at) => at.played >= played - length && at.played <= played);
  const index = momentum.sets.findIndex((set) => set.played >= played);
  const set = momentum.sets[index];
  const begun = momentum.sets[index - 1]?.played ?? 0;
  const last = momentum.games.findLast((game) => game.played > begun && game.played <= played);
  const isEnd = set?.played === played && set.score !== null;
  const score = isEnd ? set.score : { ...(last?.score ?? NONE), tieBreak: null };
  return { team, length, leads, set: set?.number ?? 1, score };
};

/** `Points in a row: 9` */
const runLength = ({ t }: Reader, { length }: { readonly length: number }): string =>
  t('labelled', { name: t('metric.longest_streak'), value: length });

/** What the chart says of its longest run, `Vega / Lamas · Points in a row: 9 · Set 2 · 4-3`; nothing without one. */
export const runText = (
  reader: Reader,
  momentum: Momentum,
  { names, set, winner }: Pick<ChartTexts, 'names' | 'set' | 'winner'>,
): string => {
  const run = runOf(momentum);
  if (run === null) return '';
  const score = formatSet(run.score, winner ?? 'team_1');
  return dotted([names[run.team], runLength(reader, run), set(run.set), score]);
};

/** Each break at the edge of the team that won it. */
const breakDots = (
  { games }: Momentum,
  x: (played: number) => number,
  { width, height, top }: Pick<ChartBox, 'width' | 'height' | 'top'>,
): readonly string[] =>
  games.flatMap(({ played, winner, isBreak }) => {
    if (!isBreak) return [];
    const at = {
      cx: Math.min(width - 2 * DOT, Math.max(2 * DOT, x(played))),
      cy: winner === top ? 2 * DOT : height - 2 * DOT,
    };
    const ring = { fill: 'none', stroke: THEME[winner], 'stroke-width': 2.5 };
    return [
      shape('circle', { ...at, r: DOT, fill: THEME[winner] }),
      shape('circle', { ...at, r: RING, ...ring }),
    ];
  });
