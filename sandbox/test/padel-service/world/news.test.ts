import { describe, expect, it } from 'vitest';
import type { Instant } from '../../../../src/domain/terms.ts';
import { HOUR, DAY } from '../../../../src/lib/time.ts';
import { matchResource } from '#sandbox/padel-service/api/resources/match.ts';
import { playerResource } from '#sandbox/padel-service/api/resources/player.ts';
import { tournamentResource } from '#sandbox/padel-service/api/resources/tournament.ts';
import { newsBetween, type News } from '#sandbox/padel-service/news/news.ts';
import { EVENT_NAMES, eventOf } from '#sandbox/padel-service/webhooks/event-names.ts';
import { dayOf, weekdayOf } from '#sandbox/padel-service/world/schedule/days.ts';
import { openSharedWorld } from '#sandbox/padel-service/world/profiled-world.ts';
import { openWorld } from '#sandbox/padel-service/world/world.ts';

const ANCHOR = dayOf('2026-11-21');
const world = openSharedWorld(1, ANCHOR);
const OPENING = world.openingMoment();
const SPAN = 60 * DAY;
const news = newsBetween(world, OPENING, OPENING + SPAN);

/** Every resource that can be read at an instant, without fields that change on their own. */
const readableAt = (now: Instant): ReadonlyMap<string, string> => {
  const known = world.at(now);
  return new Map([
    ...known.tournaments.map(
      (each) => [`tournament/${each.id}`, JSON.stringify(tournamentResource(each, now))] as const,
    ),
    ...known.players.map((each) => {
      const { age, ...rest } = playerResource(each, known);
      return [`player/${each.id}`, JSON.stringify({ ...rest, age: age !== null })] as const;
    }),
    // Matches that were over before the opening do not change.
    ...known.matches
      .filter(({ closed }) => closed > OPENING)
      .map((each) => {
        const { score, duration, ...rest } = matchResource(each, now);
        const result = rest.status === 'live' ? {} : { score, duration };
        return [`match/${each.id}`, JSON.stringify({ ...rest, ...result })] as const;
      }),
  ]);
};

const keyOf = ({ subject, id }: News): string => `${subject}/${id}`;

describe('the news', () => {
  it.each(EVENT_NAMES)('include %s', (name) => {
    expect(news.some((each) => eventOf(each) === name)).toBe(true);
  });

  it('are ordered by time, unique, and inside their span', () => {
    const times = news.map(({ at }) => at);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(new Set(news.map((each) => JSON.stringify(each))).size).toBe(news.length);
    expect(times.at(0)).toBeGreaterThan(OPENING);
    expect(times.at(-1)).toBeLessThanOrEqual(OPENING + SPAN);
  });

  it('are the same in slices as in one piece, and in a second instance of the world', () => {
    const again = openWorld(1, ANCHOR);
    const sliced: News[] = [];
    for (let from = OPENING; from < OPENING + 20 * DAY; from += 5 * HOUR) {
      sliced.push(...newsBetween(again, from, from + 5 * HOUR));
    }
    expect(sliced).toEqual(news.filter(({ at }) => at <= OPENING + 20 * DAY));
  });

  it('match what can be read: created appears, updated differs, deleted is gone', () => {
    const byTime = Map.groupBy(
      news.filter(({ at }) => at < OPENING + 10 * DAY),
      ({ at }) => at,
    );
    for (const [at, together] of byTime) {
      const [before, after] = [readableAt(at - 1), readableAt(at)];
      for (const each of together) {
        const [old, now] = [before.get(keyOf(each)), after.get(keyOf(each))];
        const seen = { isOld: old !== undefined, isNow: now !== undefined, differs: old !== now };
        expect(seen, JSON.stringify(each)).toEqual({
          isOld: each.kind !== 'created',
          isNow: each.kind !== 'deleted',
          differs: true,
        });
      }
    }
  });

  it('are complete: there is news of everything that differs after some hours', () => {
    let differing = 0;
    for (let from = OPENING; from < OPENING + 14 * DAY; from += 11 * HOUR) {
      const [before, after] = [readableAt(from), readableAt(from + 11 * HOUR)];
      const reported = new Set(newsBetween(world, from, from + 11 * HOUR).map(keyOf));
      for (const key of new Set([...before.keys(), ...after.keys()])) {
        if (before.get(key) === after.get(key)) continue;
        differing += 1;
        expect(reported, key).toContain(key);
      }
    }
    expect(differing).toBeGreaterThan(500);
  });

  it('about a covered match are its start, its end and its result', () => {
    const finished = world
      .at(OPENING + SPAN)
      .matches.filter(({ started, closed }) => (started ?? 0) > OPENING && closed < OPENING + SPAN);
    const followed = finished.find(
      ({ points, tournament }) => points > 0 && tournament.level === 'p2',
    );
    const own = news.filter(({ subject, id }) => subject === 'match' && id === followed?.id);
    const states = own.map(({ at }) => followed && matchResource(followed, at).status);
    expect(states.slice(-3)).toEqual(['live', 'ended', 'finished']);
    expect(own.map(({ kind }) => kind).slice(0, 2)).toEqual(['created', 'updated']);
  });

  it('about the ranking come on Mondays at 10:00 UTC', () => {
    const changes = news.filter((each) => eventOf(each) === 'player.updated');
    expect(changes.length).toBeGreaterThan(1000);
    for (const { at } of changes) {
      expect([weekdayOf(Math.floor(at / DAY)), at % DAY]).toEqual([0, 10 * HOUR]);
    }
  });
});
