import { UPSET_BELOW } from '../../domain/people/people.ts';
import type { HeadToHead } from '../../domain/people/head-to-head.ts';
import { scoreOf } from '../../domain/match/reading.ts';
import { formatSets, leaderOf } from '../../domain/match/score.ts';
import type { TrackedMatch } from '../../domain/match/state.ts';
import type { Appearance } from '../../domain/people/form.ts';
import { winProbability } from '../../domain/probability/win-probability.ts';
import { byTeam, opponentOf, type ByTeam } from '../../domain/terms.ts';
import { integer, percentages } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { timestamp } from '../../i18n/text.ts';
import { buttonRow, controlId } from '../controls.ts';
import { COLOURS, type MessageBody, embedReply } from '../message.ts';
import { leadLine } from './head-to-head.ts';
import { idsOf, plainSideName, sideName, sidesTitle, type Named } from '../lines/names.ts';
import type { Picture, PictureFile } from '../pictures/picture.ts';
import type { DuelRow } from '../pictures/marks.ts';
import { chanceHeadline, simulationPicture } from '../pictures/simulation.ts';
import { sideText, type Sides } from '../pictures/contenders.ts';

interface SimulationView {
  readonly teams: ByTeam<readonly Named[]>;
  /** 0 to 1. */
  readonly chances: ByTeam<number>;
  /** The mean ratings of the sides; null when unknown. */
  readonly elo: ByTeam<number> | null;
  /** The meetings of the sides; null when they could not be read in time. */
  readonly record: HeadToHead | null;
  readonly readAt: number;
  /** Their match that is in play, from the first side; null without one. */
  readonly inPlay: { readonly held: TrackedMatch; readonly seen: Pick<Appearance, 'side'> } | null;
}

/** The reply to `/simulate`: numbers, a bar, their source and their limits; and a picture of them. */
export const simulationMessage = (
  reader: Reader,
  view: SimulationView,
  picture: PictureFile | null,
): MessageBody => {
  const { t } = reader;
  const { teams, chances } = view;
  const readAt = t('readAt', { when: timestamp(view.readAt, 'R') });
  const lines = [
    chanceLine(reader, chances),
    inPlayLine(reader, view),
    ...factsOf(reader, view, sideName),
    t('simulate.origin'),
    `-# ${t('simulate.not')} · ${readAt}`,
  ];
  return embedReply({
    author: t('simulate.title'),
    title: sidesTitle(teams),
    description: lines,
    color: COLOURS.final,
    components: buttonRow({
      id: controlId('h2h', 'players', idsOf(teams.team_1), idsOf(teams.team_2)),
      label: t('button.headToHead'),
    }),
    picture,
    share: controlId('simulate', idsOf(teams.team_1), idsOf(teams.team_2)),
  });
};

/** The chances from the present score, and as they were before the match. */
const inPlayLine = ({ t, locale }: Reader, { inPlay }: SimulationView): string | null => {
  if (inPlay === null) return null;
  const { held, seen } = inPlay;
  const probability = winProbability(held);
  if (probability.kind === 'none') return null;
  const fromSide = (chances: ByTeam<number>) =>
    percentages(
      locale,
      seen.side === 'team_1' ? chances : { team_1: chances.team_2, team_2: chances.team_1 },
    );
  const before = fromSide(probability.before);
  return t('simulate.inPlay', {
    score: formatSets(scoreOf(held.state), seen.side),
    ...fromSide(probability.now),
    homeBefore: before.home,
    awayBefore: before.away,
  });
};

type NameOf = typeof sideName;

/** The difference in ratings, the meetings, and which win would be an upset. */
const factsOf = (reader: Reader, view: SimulationView, nameOf: NameOf): readonly string[] =>
  [
    differenceLine(reader, view, nameOf),
    recordLine(reader, view, nameOf),
    verdictOf(reader.t, view, nameOf),
  ].filter((line) => line !== null);

const recordLine = (
  reader: Reader,
  { teams, record }: SimulationView,
  nameOf: NameOf,
): string | null => {
  if (record === null) return null;
  const value = leadLine(reader, { teams, record }, nameOf);
  return record.meetings.length === 0
    ? value
    : `${reader.t('labelled', { name: reader.t('button.headToHead'), value })}.`;
};

const differenceLine = (
  { t, locale }: Reader,
  { teams, elo }: SimulationView,
  nameOf: NameOf,
): string | null => {
  if (elo === null) return null;
  const difference = elo.team_1 - elo.team_2;
  const points = Math.round(Math.abs(difference));
  if (points === 0) return t('simulate.noDifference');
  const pair = nameOf(teams, difference > 0 ? 'team_1' : 'team_2');
  return t('simulate.difference', { points: integer(locale, points), pair });
};

const BAR_WIDTH = 20;

const chanceLine = ({ locale }: Reader, chances: ByTeam<number>): string => {
  const filled = Math.round(chances.team_1 * BAR_WIDTH);
  const bar = '▓'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
  const { home, away } = percentages(locale, chances);
  return `**${home}**  \`${bar}\`  **${away}**`;
};

const verdictOf = (t: Reader['t'], { teams, chances }: SimulationView, nameOf: NameOf): string => {
  const favourite = leaderOf(chances);
  const outsider = favourite === null ? null : opponentOf(favourite);
  if (outsider === null || chances[outsider] >= UPSET_BELOW) return t('simulate.open');
  return t('simulate.upset', { pair: nameOf(teams, outsider) });
};

export const chancesPicture = (
  reader: Reader,
  view: SimulationView & { readonly teams: Sides },
): Picture => {
  const { t, locale } = reader;
  const { teams, chances, readAt } = view;
  const plain = (text: string): string => text.replaceAll('**', '');
  const rows = rowsOf(reader, view);
  const values = {
    first: sideText(reader, teams.team_1),
    second: sideText(reader, teams.team_2),
    ...percentages(locale, chances),
    verdict: [
      ...factsOf(reader, view, plainSideName).map(plain),
      ...rows.map(
        ({ name, team_1, team_2 }) => `${t('labelled', { name, value: `${team_1} – ${team_2}` })}.`,
      ),
    ].join(' '),
  };
  const favourite = leaderOf(chances);
  const isUpset = favourite !== null && chances[opponentOf(favourite)] < UPSET_BELOW;
  const headline = isUpset
    ? plain(verdictOf(t, view, plainSideName)).replace(/\.$/, '')
    : chanceHeadline(reader, chances, (team) => plainSideName(teams, team));
  const alt = t('simulate.alt', values);
  return simulationPicture(reader, { teams, chances, headline, rows, alt, readAt });
};

/** Ratings and meetings, as far as they are known. */
const rowsOf = ({ t, locale }: Reader, { elo, record }: SimulationView): readonly DuelRow[] => {
  const row = (name: string, values: ByTeam<number>): DuelRow => ({
    name,
    ...byTeam((team) => integer(locale, Math.round(values[team]))),
  });
  return [
    ...(elo === null ? [] : [row(t('player.elo'), elo)]),
    ...(record === null ? [] : [row(t('button.headToHead'), record.matches)]),
    ...(record === null || record.meetings.length === 0
      ? []
      : [row(t('h2h.sets'), record.sets), row(t('h2h.games'), record.games)]),
  ];
};
