import { UPSET_BELOW, type Simulation } from '../domain/people.ts';
import { opponentOf, type ByTeam } from '../domain/terms.ts';
import { leaderOf } from '../domain/score.ts';
import { percentages } from '../i18n/format.ts';
import { timestamp } from '../i18n/text.ts';
import { buttonRow, controlId } from './controls.ts';
import type { Reader } from '../i18n/i18n.ts';
import { COLOURS, NO_MENTIONS, type MessageBody } from './message.ts';
import { pairName, sidesTitle, idsOf, type Named } from './names.ts';

export interface SimulationView {
  readonly teams: ByTeam<readonly Named[]>;
  readonly simulation: Simulation;
  readonly readAt: number;
}

/** The answer of `/simulate`: numbers, a bar, where they come from and what they are not. */
export const simulationMessage = (reader: Reader, view: SimulationView): MessageBody => {
  const { t } = reader;
  const { teams, simulation } = view;
  const isSingle = teams.team_1.length === 1;
  const readAt = t('readAt', { when: timestamp(view.readAt, 'R') });
  const lines =
    simulation.chances === null
      ? [t('simulate.hidden'), `-# ${readAt}`]
      : [
          ...chanceLines(reader, teams, simulation.chances),
          t(isSingle ? 'simulate.originSingles' : 'simulate.origin'),
          `-# ${t('simulate.not')} · ${readAt}`,
        ];
  return {
    embeds: [
      {
        author: { name: t('simulate.title') },
        title: sidesTitle(teams),
        description: lines.join('\n'),
        color: COLOURS.final,
      },
    ],
    components: buttonRow({
      id: controlId('h2h', 'players', idsOf(teams.team_1), idsOf(teams.team_2)),
      label: t('button.headToHead'),
    }),
    allowed_mentions: NO_MENTIONS,
  };
};

const BAR_WIDTH = 20;

const chanceLines = (
  { t, locale }: Reader,
  teams: SimulationView['teams'],
  chances: ByTeam<number>,
): string[] => {
  const filled = Math.round(chances.team_1 * BAR_WIDTH);
  const bar = '▓'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
  const { home, away } = percentages(locale, chances);
  const favourite = leaderOf(chances);
  const outsider = favourite === null ? null : opponentOf(favourite);
  const verdict =
    outsider !== null && chances[outsider] < UPSET_BELOW
      ? t(teams[outsider].length === 1 ? 'simulate.upsetOne' : 'simulate.upset', {
          pair: pairName(teams[outsider]),
        })
      : t('simulate.open');
  return [`**${home}**  \`${bar}\`  **${away}**`, verdict];
};
