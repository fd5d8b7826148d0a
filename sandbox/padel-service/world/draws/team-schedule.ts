import { byTeam, type Instant } from '../../../../src/domain/terms.ts';
import { MINUTE } from '../../../../src/lib/time.ts';
import { FOLLOWING, timedLabel, type TimedLabel } from '../schedule/court-slots.ts';
import { instantAt } from '../schedule/days.ts';
import type { Contest, Match, Slot, Tie, Tournament } from '../model.ts';
import { withBatch } from '../schedule/record-batches.ts';
import { drawnAt, playTimes, PUBLICATION, walkoverTimes } from '../schedule/schedule.ts';
import type { PlayedTie } from './team-draw.ts';

/** How a day's ties are put on courts: the start of each session, minutes of the day. */
const SESSIONS = { courts: 4, opens: [600, 930] } as const;
const FINALS = { courts: 1, opens: [660, 1020] } as const;

/** The day of the finals. */
const LAST_DAY = 6;

const RUBBERS = 3;

/** A rubber that is not needed is crossed out soon after the one before. */
const CROSSED_OUT = MINUTE;

/** Women and men take turns, women first. */
const inTurn = (ties: readonly PlayedTie[]): readonly PlayedTie[] =>
  ties.toSorted((a, b) => a.index - b.index || b.category.localeCompare(a.category));

const slotOf = (
  tournament: Tournament,
  day: number,
  { position, rubber }: { readonly position: number; readonly rubber: number },
): Slot => {
  const { courts, opens } = day === LAST_DAY ? FINALS : SESSIONS;
  const session = Math.floor(position / courts);
  const court = tournament.host.courts[position % courts] ?? tournament.host.venue;
  const announced = rubber === 0 ? (opens[session] ?? null) : null;
  const word: TimedLabel = session === 0 ? 'Starting at' : 'Not before';
  return {
    day: tournament.start + day,
    court,
    order: session * RUBBERS + rubber + 1,
    label: announced === null ? FOLLOWING : timedLabel(word, announced, tournament),
    announced,
  };
};

/**
 * Gives every rubber of an event its court and its times: those of a tie follow one another on a
 * court, where the next tie follows them.
 */
export const scheduleTies = (
  tournament: Tournament,
  ties: readonly PlayedTie[],
): readonly Match[] => {
  const { timezone } = tournament.host;
  const over = new Map<PlayedTie, Instant>();
  const matches: Match[] = [];

  const timesOf = (contest: Contest, slot: Slot, published: Instant, free: Instant | undefined) => {
    if (contest.outcome === 'walkover') {
      return walkoverTimes(contest, published, instantAt(slot.day, 0, timezone));
    }
    const earliest = instantAt(slot.day, slot.announced ?? SESSIONS.opens[0], timezone);
    return playTimes(contest, earliest, free);
  };

  const play = (tie: PlayedTie, position: number, courts: Map<string, Instant>): void => {
    const feeders = tie.after.map((each) => over.get(each) ?? 0);
    const created = Math.max(drawnAt(tournament), ...feeders);
    const evening = instantAt(
      tournament.start + tie.day - PUBLICATION.daysBefore,
      PUBLICATION.minutes,
      timezone,
    );
    const published = Math.max(created, evening);
    const known = { team_1: created, team_2: created };
    const base = {
      ...{ tournament, created, published, known },
      ...{ appears: drawnAt(tournament), formerSlot: null, deleted: null },
    };
    const results: { winner: Tie['winner']; closed: Instant }[] = [];

    tie.rubbers.forEach((contest, rubber) => {
      const slot = slotOf(tournament, tie.day, { position, rubber });
      const scheduledTie: Tie = {
        ...{ id: tie.id, draw: tie.draw, group: tie.group, winner: tie.winner, results },
        teams: byTeam((team) => tie.teams[team].nation),
        rubber: rubber + 1,
      };
      const before = Math.max(created, ...results.map(({ closed }) => closed));
      if (contest.outcome === 'not_played') {
        const closed = before + CROSSED_OUT;
        matches.push({
          ...contest,
          ...base,
          slot,
          started: null,
          ended: null,
          closed,
          tie: scheduledTie,
        });
        return;
      }
      const times = withBatch(
        timesOf(contest, slot, published, courts.get(slot.court)),
        contest.seed,
      );
      if (times.ended !== null) courts.set(slot.court, times.ended);
      results.push({ winner: contest.winner, closed: times.closed });
      matches.push({ ...contest, ...base, slot, ...times, tie: scheduledTie });
    });
    over.set(tie, Math.max(...results.map(({ closed }) => closed)));
  };

  for (const [, today] of [...Map.groupBy(ties, ({ day }) => day)].sort(([a], [b]) => a - b)) {
    const courts = new Map<string, Instant>();
    inTurn(today).forEach((tie, position) => {
      play(tie, position, courts);
    });
  }
  return matches;
};
