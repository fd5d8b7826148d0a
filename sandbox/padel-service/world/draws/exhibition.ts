import type { ByTeam, Instant } from '../../../../src/domain/terms.ts';
import { MINUTE } from '../../../../src/lib/time.ts';
import { contest } from './contest.ts';
import { timedLabel } from '../schedule/court-slots.ts';
import { instantAt } from '../schedule/days.ts';
import { EXHIBITION_MATCH, matchId } from '../records/match-ids.ts';
import type { Level, Match, Pair, Tournament } from '../model.ts';
import { pickFrom, randomFrom, wait, wholeBetween } from '../random.ts';
import { drawnAt } from '../schedule/schedule.ts';

/** Lower events start with an exhibition match, which the scorer enters like all others. */
const LEVELS: ReadonlySet<Level> = new Set(['fip_gold', 'fip_other']);

/** It starts on the evening before; times of the day in minutes. */
const EVENING = { opens: 19 * 60, lateness: 8 * MINUTE, closing: MINUTE } as const;

/** It is entered after the draw, and deleted on the tournament's first day. */
const ENTERED_AFTER = { least: 10, most: 180 } as const;
const DELETED = { least: 8 * 60, most: 14 * 60 } as const;

interface Guests {
  readonly like: Match;
  readonly teams: ByTeam<Pair>;
}

/** Two pairs of the first round of one category: they are in town and free. */
const guestsFrom = (seed: number, id: number, matches: readonly Match[]): Guests | null => {
  const like = pickFrom(randomFrom(seed, 'guests', id), matches);
  const other = matches.find(
    ({ category, round, index }) =>
      category === like.category && round === like.round && index !== like.index,
  );
  const [one, two] = [like.teams.team_1, other?.teams.team_1 ?? null];
  return one && two ? { like, teams: { team_1: one, team_2: two } } : null;
};

/**
 * The exhibition on the eve of a tournament: played, finished, and deleted on the next day. No draw
 * needs it, and neither ranking nor ratings know it. Its index lies beyond its round.
 * @param matches those of the tournament's draws
 * @param leadAt how much higher the first pair is rated
 */
export const exhibitionOf = (
  seed: number,
  tournament: Tournament,
  matches: readonly Match[],
  leadAt: (teams: ByTeam<Pair>, at: Instant) => number,
): readonly Match[] => {
  const { level, start, host, rule } = tournament;
  const guests = LEVELS.has(level) ? guestsFrom(seed, tournament.id, matches) : null;
  if (guests === null) return [];

  const { category, round } = guests.like;
  const id = matchId(tournament.id, EXHIBITION_MATCH);
  const random = randomFrom(seed, 'exhibition', id);
  const entered = wholeBetween(random, ENTERED_AFTER.least, ENTERED_AFTER.most) * MINUTE;
  const created = drawnAt(tournament) + entered;
  const fixture = { id, category, round, index: round, rule, seed: `${seed}/match/${id}` };
  const result = contest(fixture, guests.teams, leadAt(guests.teams, created));
  if (result.outcome !== 'played') return [];

  const day = start - 1;
  const opens = instantAt(day, EVENING.opens, host.timezone);
  const started = Math.round(opens + wait(random, EVENING.lateness));
  const ended = started + result.duration;
  const morning = wholeBetween(random, DELETED.least, DELETED.most);
  const deleted = instantAt(start, morning, host.timezone);
  const label = timedLabel('Starting at', EVENING.opens, tournament);
  const court = host.courts[0] ?? host.venue;
  const slot = { day, court, order: 1, label, announced: EVENING.opens };
  const times = { created, published: created, started, ended, closed: ended + EVENING.closing };
  return [{ ...result, ...times, tournament, slot, formerSlot: null, deleted }];
};
