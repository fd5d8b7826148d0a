import { byTeam, TEAMS, type ByTeam, type Instant } from '../../../../src/domain/terms.ts';
import { CALENDAR_AHEAD } from '../schedule/announcements.ts';
import { asCancelled, cancelledDraw } from '../draws/cancelled-draw.ts';
import { utcDay, type Day } from '../schedule/days.ts';
import { doubledMatches } from './doubled-matches.ts';
import { meanElo } from '../people/elo.ts';
import { exhibitionOf } from '../draws/exhibition.ts';
import { asToday } from './as-today.ts';
import type { History } from './history.ts';
import { withBatch } from '../schedule/record-batches.ts';
import { mistakenTournaments } from './mistaken-tournaments.ts';
import { smallEventsOf, smallMatches } from '../draws/small-events.ts';
import { teamEventOf } from '../draws/team-event.ts';
import { teamMatches } from '../draws/team-matches.ts';
import { playersOf, type Match, type Pair, type Player, type Tournament } from '../model.ts';
import type { Profile } from '../profile.ts';

/** Every record that there ever is of tournaments and matches, with its past and its future. */
export interface Records {
  /** Tournaments of the seasons of which any may be in the calendar at an instant. */
  readonly tournaments: (now: Instant) => readonly Tournament[];
  readonly tournament: (id: number, now: Instant) => Tournament | null;
  /** Matches of the tournaments whose draws may be made at an instant, in the order of their ids. */
  readonly matches: (now: Instant) => readonly Match[];
  readonly match: (id: number, now: Instant) => Match | null;
  /** The matches of a player among them. */
  readonly matchesOf: (player: number, now: Instant) => readonly Match[];
}

/** How far ahead draws are worked out. */
const DRAWN_AHEAD = 4;

const byId = (one: { readonly id: number }, two: { readonly id: number }): number =>
  one.id - two.id;

/** Opens the records of a history: what was played, and what was entered by mistake. */
export const openRecords = (
  seed: number,
  anchor: Day,
  history: History,
  profile: Profile,
): Records => {
  const { people, ratings } = history;
  const tournaments: Tournament[] = [];
  const tournamentsById = new Map<number, Tournament>();
  const matches: Match[] = [];
  const matchesById = new Map<number, Match>();
  const matchesByPlayer = new Map<number, Match[]>();
  let enteredTournaments = 0;
  let enteredMatches = 0;
  let toDraw: Tournament[] = [];
  let besides: Tournament[] = [];

  const leadAt = (teams: ByTeam<Pair>, at: Instant): number => {
    const elo = byTeam((team) => meanElo(teams[team].map((player) => ratings.at(player, at))));
    return elo.team_1 - elo.team_2;
  };

  const enter = (fresh: readonly Match[]): void => {
    const changed = new Set([matches]);
    for (const match of fresh) {
      matches.push(match);
      matchesById.set(match.id, match);
      for (const { id } of TEAMS.flatMap((team) => playersOf(match, team))) {
        const own = matchesByPlayer.get(id) ?? [];
        own.push(match);
        matchesByPlayer.set(id, own);
        changed.add(own);
      }
    }
    for (const list of changed) list.sort(byId);
  };

  /** What is played beside the tour. */
  const matchesBeside = (event: Tournament): readonly Match[] => {
    const around = { people, leadAt, matches: history.matchesUntil(event.end) };
    if (event.isForTeams !== true) return smallMatches(seed, event, around);
    const eloAt = (player: Player, at: Instant): number => ratings.at(player, at).elo;
    return teamMatches(seed, event, { ...around, eloAt });
  };

  /** What only the public service has: one that is put off instead of off, and what is beside the tour. */
  const enterToday = (
    season: number,
    played: readonly Tournament[],
    mistaken: readonly Tournament[],
  ): void => {
    const [off] = mistaken.filter(({ cancelled }) => cancelled !== null);
    const shown = mistaken.map((each) =>
      each === off && off.cancelled !== null
        ? { ...off, cancelled: null, postponed: off.cancelled }
        : each,
    );
    const teamEvent = teamEventOf(seed, season, played, anchor);
    const own = [
      ...(teamEvent === null ? [] : [teamEvent]),
      ...smallEventsOf(seed, season, teamEvent, anchor),
    ];
    besides.push(...own);
    toDraw.push(...shown.filter(({ cancelled }) => cancelled !== null));
    tournaments.push(...played, ...shown, ...own);
  };

  const tournamentsAt = (now: Instant): readonly Tournament[] => {
    const all = history.tournamentsUntil(utcDay(now) + CALENDAR_AHEAD);
    const fresh = Map.groupBy(all.slice(enteredTournaments), ({ season }) => season);
    enteredTournaments = all.length;
    for (const [season, played] of fresh) {
      const mistaken = mistakenTournaments(seed, season, played, anchor);
      if (profile === 'today') enterToday(season, played, mistaken);
      else {
        toDraw.push(...mistaken.filter(({ cancelled }) => cancelled !== null));
        tournaments.push(...played, ...mistaken);
      }
      for (const each of tournaments) tournamentsById.set(each.id, each);
    }
    return tournaments;
  };

  const matchesAt = (now: Instant): readonly Match[] => {
    const until = utcDay(now) + DRAWN_AHEAD;
    tournamentsAt(now);
    const all = history.matchesUntil(until);
    const fresh = Map.groupBy(all.slice(enteredMatches), ({ tournament }) => tournament);
    const drawn = toDraw.filter(({ start }) => start <= until);
    const begun = besides.filter(({ start }) => start <= until);
    if (fresh.size === 0 && drawn.length === 0 && begun.length === 0) return matches;

    enteredMatches = all.length;
    toDraw = toDraw.filter(({ start }) => start > until);
    besides = besides.filter(({ start }) => start > until);
    const recorded = [...fresh].flatMap(([tournament, played]) => {
      const exhibition = exhibitionOf(seed, tournament, played, leadAt);
      const doubled = doubledMatches(seed, tournament, played);
      if (profile === 'specification') return [...played, ...doubled, ...exhibition];
      const shown = exhibition.map((match) => withBatch(match, match.seed));
      return [...asToday(tournament, played), ...doubled, ...shown];
    });
    const cancelled = drawn.flatMap((tournament) => cancelledDraw(seed, tournament, people));
    enter([...recorded, ...(profile === 'today' ? cancelled.map(asCancelled) : cancelled)]);
    for (const event of begun) enter(matchesBeside(event));
    return matches;
  };

  return {
    tournaments: tournamentsAt,
    tournament(id, now) {
      tournamentsAt(now);
      return tournamentsById.get(id) ?? null;
    },
    matches: matchesAt,
    match(id, now) {
      matchesAt(now);
      return matchesById.get(id) ?? null;
    },
    matchesOf(player, now) {
      matchesAt(now);
      return matchesByPlayer.get(player) ?? [];
    },
  };
};
