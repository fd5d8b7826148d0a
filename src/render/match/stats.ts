import type { Match } from '../../domain/match/match.ts';
import { serviceSide } from '../../domain/match/sides.ts';
import type { TrackedMatch } from '../../domain/match/state.ts';
import {
  METRICS,
  type Figures,
  type MatchStats,
  type Metric,
} from '../../domain/people/statistics.ts';
import { TEAMS } from '../../domain/terms.ts';
import { percent } from '../../i18n/format.ts';
import type { Locale, Reader } from '../../i18n/i18n.ts';
import { charactersOf } from '../../i18n/text.ts';
import { buttonRow, viewButton, type ButtonSpec } from '../controls.ts';
import { matchControl } from './controls.ts';
import { matchContext } from '../lines/match-line.ts';
import { COLOURS, type MessageBody, embedReply } from '../message.ts';
import { bothNames, sidesTitle } from '../lines/names.ts';
import { noRecordLine, notInPlanLine, readAtLine } from '../lines/lines.ts';

interface MatchStatsView {
  readonly held: TrackedMatch;
  readonly stats: MatchStats;
  /** 0 for the whole match. */
  readonly set: number;
  readonly readAt: number;
}

const ROWS = Object.keys(METRICS).filter((name): name is Metric => name in METRICS);

export const matchStatsMessage = (reader: Reader, view: MatchStatsView): MessageBody => {
  const { t } = reader;
  const { held, stats, set, readAt } = view;
  const figures =
    set === 0 ? stats.match : stats.sets.find(({ number }) => number === set)?.figures;
  const known = figures ?? null;
  const lines = [
    `**${partName(reader, set)}**`,
    bothNames(held.match),
    known === null || !hasFigures(known)
      ? nothingLine(reader, stats)
      : tableOf(reader, known, held.match),
    readAtLine(t, readAt),
  ];
  return embedReply({
    author: matchContext(t, held),
    description: lines,
    color: COLOURS.final,
    components: buttonRow(...partButtons(reader, view)),
    open: [sidesTitle(held.match.teams)],
    share: matchControl('stats', held.match.id, set),
  });
};

const partName = ({ t }: Reader, number: number): string =>
  number === 0 ? t('match.wholeMatch') : t('match.set', { number });

const hasFigures = (figures: Figures): boolean =>
  ROWS.some((name) => TEAMS.some((team) => figures[name][team] !== null));

const nothingLine = ({ t }: Reader, { withheld }: MatchStats): string => {
  const line = withheld.length > 0 ? notInPlanLine : noRecordLine;
  return line(t, t('button.statistics'));
};

/** Buttons for the whole match and each set with figures; the shown one is disabled. */
const partButtons = (
  reader: Reader,
  { held, stats, set }: MatchStatsView,
): readonly ButtonSpec[] => {
  const numbers = [0, ...stats.sets.map(({ number }) => number)];
  return numbers.map((number) =>
    viewButton(
      matchControl('of-stats', held.match.id, number),
      partName(reader, number),
      number === set,
    ),
  );
};

const shown = (locale: Locale, name: Metric, value: number | null): string => {
  if (value === null) return '–';
  return METRICS[name] === 'percent' ? percent(locale, value / 100) : String(value);
};

/** A phone shows about 32 characters a line; labels get what the two values leave. */
const tableOf = ({ t, locale }: Reader, figures: Figures, match: Match): string => {
  const rows = ROWS.map((name) => ({
    label: t(`metric.${name}`),
    values: TEAMS.map((team) => shown(locale, name, figures[name][serviceSide(match, team)])),
  }));
  const width = Math.max(...rows.flatMap(({ values }) => values.map((value) => value.length)));
  const longest = Math.max(...rows.map(({ label }) => charactersOf(label).length));
  const lines = rows.map(({ label, values: [first = '', second = ''] }) => {
    const padded = label + ' '.repeat(longest - charactersOf(label).length);
    return `${first.padStart(width)}  ${padded}  ${second.padStart(width)}`;
  });
  return ['```', ...lines, '```'].join('\n');
};
