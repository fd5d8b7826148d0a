import { winnerIn, type HeadToHead, type Meeting } from '../domain/head-to-head.ts';
import { formatSets, leaderOf } from '../domain/score.ts';
import { opponentOf, type ByTeam } from '../domain/terms.ts';
import { localDate } from '../i18n/format.ts';
import { outside, timestamp } from '../i18n/text.ts';
import { buttonRow, controlId } from './controls.ts';
import type { Reader } from '../i18n/i18n.ts';
import { COLOURS, NO_MENTIONS, type MessageBody } from './message.ts';
import { pairName, sidesTitle, idsOf, type Named } from './names.ts';

export interface HeadToHeadView {
  readonly teams: ByTeam<readonly Named[]>;
  readonly record: HeadToHead;
  /** Meetings in all; more than were counted when they did not fit a page of the service. */
  readonly total: number;
  /** For pairs that never met: what their players did against one another. */
  readonly individual: readonly IndividualRecord[];
  readonly readAt: number;
  /** What a tournament is called, when it is known. */
  readonly eventName: (tournamentId: number) => string | undefined;
}

export interface IndividualRecord {
  readonly first: Named;
  readonly second: Named;
  readonly won: number;
  readonly lost: number;
}

const MEETINGS_SHOWN = 5;

/** The answer of `/h2h`. */
export const headToHeadMessage = (reader: Reader, view: HeadToHeadView): MessageBody => {
  const { t } = reader;
  const { teams, record, total } = view;
  const met = record.meetings.length > 0;
  const counted = record.meetings.length;
  const lines = [
    met ? leadLine(reader, view) : t('h2h.never'),
    view.individual.length === 0 ? null : t('h2h.individual'),
    ...view.individual.map(individualLine),
    counted < total ? t('h2h.partial', { counted: String(counted), total: String(total) }) : null,
    `-# ${t('readAt', { when: timestamp(view.readAt, 'R') })}`,
  ];
  const shown = record.meetings.slice(0, MEETINGS_SHOWN);
  return {
    embeds: [
      {
        title: sidesTitle(teams),
        description: lines.filter((line) => line !== null).join('\n'),
        color: COLOURS.final,
        fields: met
          ? [...totals(reader, record), ...meetingsField(reader, shown, view.eventName)]
          : [],
      },
    ],
    components: buttonRow({
      id: controlId('simulate', idsOf(teams.team_1), idsOf(teams.team_2)),
      label: t('button.simulate'),
    }),
    allowed_mentions: NO_MENTIONS,
  };
};

const leadLine = ({ t }: Reader, { teams, record }: HeadToHeadView): string => {
  const { matches } = record;
  const leader = leaderOf(matches);
  if (leader === null) return t('h2h.level', { won: matches.team_1 });
  const values = {
    leader: pairName(teams[leader]),
    won: matches[leader],
    lost: matches[opponentOf(leader)],
  };
  return teams[leader].length === 1 ? t('h2h.leadsOne', values) : t('h2h.leads', values);
};

const individualLine = ({ first, second, won, lost }: IndividualRecord): string =>
  `${pairName([first])} ${won}–${lost} ${pairName([second])}`;

const totals = ({ t }: Reader, { matches, sets, games }: HeadToHead) =>
  [
    { name: t('h2h.matches'), of: matches },
    { name: t('h2h.sets'), of: sets },
    { name: t('h2h.games'), of: games },
  ].map(({ name, of }) => ({ name, value: `${of.team_1} – ${of.team_2}`, inline: true }));

const meetingsField = (
  reader: Reader,
  meetings: readonly Meeting[],
  eventName: HeadToHeadView['eventName'],
) => [
  {
    name: reader.t('h2h.last', { count: meetings.length }),
    value: meetings.map((meeting) => meetingLine(reader, meeting, eventName)).join('\n'),
  },
];

/** Won or lost, the score from the first side, when, and in which round. */
const meetingLine = (
  { t, locale }: Reader,
  { match, firstSide }: Meeting,
  eventName: HeadToHeadView['eventName'],
): string => {
  const event = match.tournamentId === null ? undefined : eventName(match.tournamentId);
  const winner = winnerIn(match);
  const sign = winner === null ? '·' : winner === firstSide ? '✓' : '✗';
  const unscored = t(match.status === 'walkover' ? 'h2h.walkover' : 'h2h.unscored');
  const score = match.score === null ? unscored : formatSets(match.score, firstSide);
  const facts = [
    match.playedOn === null ? null : localDate(locale, match.playedOn),
    event === undefined ? null : outside(event, 40),
    match.round === null ? outside(match.roundName, 30) : t(`round.${match.round}`),
  ].filter((fact) => fact !== null && fact !== '');
  return `${sign} **${score}** · ${facts.join(' · ')}`;
};
