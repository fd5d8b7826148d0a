import type { TrackedMatch } from '../../domain/match/state.ts';
import { largestLeads, longestRuns, type Momentum } from '../../domain/match/momentum.ts';
import { formatSets } from '../../domain/match/score.ts';
import { byTeam, type ByTeam } from '../../domain/terms.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { matchControl } from './controls.ts';
import { chartFrame, matchContext } from '../lines/match-line.ts';
import { COLOURS, type MessageBody, embedReply } from '../message.ts';
import { namesOf, sidesTitle } from '../lines/names.ts';
import { plainResult } from './result.ts';
import { momentumPicture, runText } from '../pictures/momentum.ts';
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
  const points = { homePoints: won.team_1, awayPoints: won.team_2 };
  return momentumPicture(reader, momentum, {
    ...frame,
    kicker: dotted([t('button.momentum'), frame.kicker]),
    readAt,
    headline: plainResult(reader, held, false) ?? leadHeadline(reader, frame.names, momentum),
    legend: t(breaks === null ? 'momentum.legend' : 'momentum.legendBreaks'),
    facts: [
      t('momentum.alt', { ...sides(frame.names), ...points }),
      breaks === null ? '' : t('momentum.altBreaks', sides(breaks.won)),
      runText(reader, momentum, frame.names),
      t('momentum.runs', runsOf(momentum)),
      t('momentum.leads', sides(largestLeads(momentum))),
      dotted([scoreIn(momentum), frame.kicker]),
    ]
      .filter((part) => part !== '')
      .map((part) => part.replace(/\.$/, ''))
      .join('. '),
  });
};

/** Who has won more points so far. */
const leadHeadline = (
  { t }: Reader,
  names: ByTeam<string>,
  { won }: Pick<Momentum, 'won'>,
): string => {
  const team = won.team_2 > won.team_1 ? 'team_2' : 'team_1';
  return t('momentum.headline', {
    pair: names[team],
    won: won[team],
    all: won.team_1 + won.team_2,
  });
};

const sides = ({ team_1, team_2 }: ByTeam<number | string>) => ({ home: team_1, away: team_2 });

const runsOf = (momentum: Momentum) => {
  const runs = longestRuns(momentum);
  return sides(byTeam((team) => runs[team].length));
};

/** `Break points won: 2/5 – 1/3`; nothing when the servers are unknown. */
const breakLines = ({ t }: Reader, { breaks }: Momentum): readonly string[] => {
  if (breaks === null) return [];
  const { won, chances } = breaks;
  return [
    t('momentum.breaks', sides(won)),
    t('momentum.breakPoints', sides(byTeam((team) => `${won[team]}/${chances[team]}`))),
  ];
};

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
  const won = sides(momentum.won);
  const lines = [
    [`**${home}** – **${away}**`, scoreIn(momentum)].filter(Boolean).join('  '),
    t('labelled', { name: t('metric.total_points_won'), value: `**${won.home} – ${won.away}**` }),
    ...breakLines(reader, momentum),
    t('momentum.runs', runsOf(momentum)),
    t('momentum.leads', sides(largestLeads(momentum))),
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
