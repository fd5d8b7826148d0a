import places from '#sandbox/names/places.json' with { type: 'json' };
import type { ByTeam, Instant } from '../../../../src/domain/terms.ts';
import { deuceRuleOf } from '../../../../src/domain/match/deuce-rule.ts';
import { playersOf, type Match, type Pair, type Player, type Tournament } from '../model.ts';
import { firstPairs } from '../people/people.ts';
import { pickFrom, randomFrom, shuffled } from '../random.ts';
import { asToday } from '../records/as-today.ts';
import { matchId } from '../records/match-ids.ts';
import { announcedAt } from '../schedule/announcements.ts';
import { tournamentId } from '../schedule/calendar.ts';
import { firstMondayOf, isoDate, type Day } from '../schedule/days.ts';
import { drawnAt, schedule } from '../schedule/schedule.ts';
import { contest } from './contest.ts';
import { playDraw } from './main-draw.ts';

/** Every second week of a season has one, of either level in turn, from Friday to Sunday. */
const EVENTS = 26;
const EVERY = 14;
const DAYS = { first: 4, last: 6 } as const;

const LEVELS = [
  { level: 'fip_silver', title: 'FIP Silver' },
  { level: 'fip_bronze', title: 'FIP Bronze' },
] as const;

/** Behind the ids of all other tournaments. */
const IDS_FROM = 5_000;

const PAIRS = 8;

/**
 * The events beside a season's tour of which there are results only, and which the profile `today` alone
 * shows.
 * @param teamEvent the season's, beside which there is none
 */
export const smallEventsOf = (
  seed: number,
  season: number,
  teamEvent: Tournament | null,
  anchor: Day,
): readonly Tournament[] =>
  Array.from({ length: EVENTS }, (_, index): Tournament => {
    const monday = firstMondayOf(season) + index * EVERY;
    const host = pickFrom(randomFrom(seed, 'small event', season, index), places);
    const { level, title } = LEVELS[index % 2 === 0 ? 0 : 1];
    const start = monday + DAYS.first;
    return {
      id: IDS_FROM + tournamentId(season, index, anchor),
      name: `${title} ${host.city}`,
      ...{ level, host, season, start, end: monday + DAYS.last },
      draws: { men: PAIRS, women: PAIRS },
      rule: deuceRuleOf('fip_other', isoDate(start)),
      usesDayClock: index % 3 === 0,
      announced: announcedAt({ seed, season, level, start, index }),
      cancelled: null,
      withdrawn: null,
    };
  }).filter(({ start }) => teamEvent === null || start > teamEvent.end || start < teamEvent.start);

/**
 * All matches of such an event, among pairs who are free. Neither ranking nor ratings know them.
 * @param matches those of the tournaments around it
 */
export const smallMatches = (
  seed: number,
  tournament: Tournament,
  {
    people,
    matches,
    leadAt,
  }: {
    readonly people: readonly Player[];
    readonly matches: readonly Match[];
    readonly leadAt: (teams: ByTeam<Pair>, at: Instant) => number;
  },
): readonly Match[] => {
  const { id, start, end } = tournament;
  const busy = new Set(
    matches
      .filter((match) => match.tournament.start <= end && match.tournament.end >= start)
      .flatMap((match) => [...playersOf(match, 'team_1'), ...playersOf(match, 'team_2')]),
  );
  const contests = (['men', 'women'] as const).flatMap((category, number) => {
    const own = people.filter((player) => player.category === category);
    const free = firstPairs(own).filter((pair) => !pair.some((player) => busy.has(player)));
    const entries = shuffled(randomFrom(seed, 'entries', id, category), free).slice(0, PAIRS);
    return playDraw({
      ...{ seed, tournament, category, entries, firstId: matchId(id, number * PAIRS) },
      decide: (fixture, teams) => contest(fixture, teams, leadAt(teams, drawnAt(tournament))),
      onContest: () => undefined,
    });
  });
  return asToday(tournament, schedule(tournament, contests));
};
