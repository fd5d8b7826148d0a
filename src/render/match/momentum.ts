import type { TrackedMatch } from '../../domain/match/state.ts';
import { largestLeads, shareLed, type Momentum } from '../../domain/match/momentum.ts';
import { formatSets, leaderOf } from '../../domain/match/score.ts';
import { byTeam, opponentOf, type ByTeam } from '../../domain/terms.ts';
import { percent } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { matchControl } from './controls.ts';
import { chartFrame, matchContext } from '../lines/match-line.ts';
import { COLOURS, type MessageBody, embedReply } from '../message.ts';
import { namesOf, sidesTitle } from '../lines/names.ts';
import type { DuelRow } from '../pictures/marks.ts';
import { plainResult } from './result.ts';
import { momentumPicture, momentumRows, runOf, runText } from '../pictures/momentum.ts';
import type { Picture, PictureFile } from '../pictures/picture.ts';
import { readAtLine, dotted } from '../lines/lines.ts';

interface MomentumView {
  readonly held: TrackedMatch;
  readonly momentum: Momentum;
  readonly readAt: number;
}

const scoreIn = ({ sets }: Momentum): string =>
  formatSets(sets.flatMap(({ score }) => score ?? []));

export const chartOf = (reader: Reader, { held, momentum, readAt }: MomentumView): Picture => {
  const { t } = reader;
  const { breaks, won } = momentum;
  const frame = chartFrame(reader, held);
  const points = byTeam((team) => `${frame.names[team]} ${won[team]}`);
  const lines = [
    { name: t('metric.total_points_won'), ...points },
    ...momentumRows(reader, momentum),
  ];
  return momentumPicture(reader, momentum, {
    ...frame,
    kicker: dotted([t('button.momentum'), frame.kicker]),
    readAt,
    headline:
      (held.state.status === 'retired' ? plainResult(reader, held, false) : null) ??
      leadHeadline(reader, frame, momentum),
    legend: dotted([`— ${t('momentum.legend')}`, breaks && `◉ ${t('momentum.breaks')}`]),
    facts: [
      ...lines.map((line) => duelLine(reader, line)),
      runText(reader, momentum, frame),
      dotted([scoreIn(momentum), frame.kicker]),
    ]
      .filter((part) => part !== '')
      .join('. '),
  });
};

/** `Breaks: 7 – 3` */
const duelLine = ({ t }: Reader, { name, team_1, team_2 }: DuelRow): string =>
  t('labelled', { name, value: `${team_1} – ${team_2}` });

/** Winners who were so many points behind came back. */
const BEHIND = 5;

/** So many points in a row turn a set. */
const LONG = 6;

/** From how far behind the winners came, else their run of points that the chart marks, else who led for most of the match. */
const leadHeadline = (
  { t, locale }: Reader,
  { names, winner }: ReturnType<typeof chartFrame>,
  momentum: Momentum,
): string => {
  const points = winner === null ? 0 : largestLeads(momentum)[opponentOf(winner)];
  if (winner !== null && points >= BEHIND)
    return t('momentum.behind', { pair: names[winner], points });
  const run = runOf(momentum);
  if (run !== null && run.length >= LONG && run.team === (winner ?? run.team))
    return t('momentum.run', { pair: names[run.team], points: run.length, number: run.set });
  const led = shareLed(momentum);
  const leader = leaderOf(led);
  if (leader === null) return `${names.team_1} – ${names.team_2}`;
  return t('momentum.led', { pair: names[leader], percent: percent(locale, led[leader]) });
};

/** `Break points won: 2/5 – 1/3` */
const breakPoints = (
  { t }: Reader,
  { won, chances }: NonNullable<Momentum['breaks']>,
): DuelRow => ({
  name: t('momentum.breakPoints'),
  ...byTeam((team) => `${won[team]}/${chances[team]}`),
});

export const MOMENTUM_FILE = 'momentum.png';

/** The chart and its facts in words; only the words when it could not be drawn. */
export const momentumMessage = (
  reader: Reader,
  view: MomentumView,
  picture: PictureFile | null,
): MessageBody => {
  const { t } = reader;
  const { held, momentum, readAt } = view;
  const { home, away } = namesOf(held.match);
  const bold = ({ team_1, team_2 }: ByTeam<number>): string => `**${team_1} – ${team_2}**`;
  const { won, breaks } = momentum;
  const [runs, leads] = momentumRows(reader, momentum);
  const lines = [
    [`**${home}** – **${away}**`, scoreIn(momentum)].filter(Boolean).join('  '),
    t('labelled', { name: t('metric.total_points_won'), value: bold(won) }),
    breaks && t('labelled', { name: t('momentum.breaks'), value: bold(breaks.won) }),
    ...[breaks && breakPoints(reader, breaks), runs, leads].map(
      (row) => row && duelLine(reader, row),
    ),
    readAtLine(t, readAt),
  ];
  return embedReply({
    author: matchContext(t, held),
    description: lines,
    color: COLOURS.final,
    picture,
    open: [sidesTitle(held.match.teams)],
    share: matchControl('momentum', held.match.id),
  });
};
