import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { catchUp } from '#commands/catch-up/catch-up.ts';
import { nextBookmark, STEPS, type Bookmark } from '#src/domain/probability/bookmark.ts';
import { talliesOf } from '#src/domain/match/game-history.ts';
import { stateOf, withPoints, type TrackedMatch } from '#src/domain/match/state.ts';
import { CATEGORIES, opponentOf } from '#src/domain/terms.ts';
import { LOCALES } from '#src/i18n/i18n.ts';
import { liveWire } from '#src/padel-api/wire/live.ts';
import { drawPicture } from '#src/render/pictures/draw.ts';
import type { DrawPicture } from '#src/render/pictures/picture.ts';
import { liveSets, feedStyle } from '#sandbox/padel-service/live/body.ts';
import { playAt, playCourse, scoreOf, type Course } from '#sandbox/padel-service/world/course.ts';
import { aMatch, served } from '../domain/feed.ts';
import { RULES } from '../domain/probability/simulation.ts';
import { aHeld, aReader, aTournament } from '../render/held.ts';
import { runs } from '../runs.ts';
import { aStage } from './stage.ts';

/** How a match continues: not known yet, or to its end, with all that a record then says. */
type End = 'live' | 'finished' | 'retired';

const DATES = { advantage: '2025-03-01', 'golden-point': '2023-03-01', 'star-point': '2026-03-01' };

/** What is stored of a sandbox match after `shown` of its points. */
const heldAfter = (course: Course, seed: number, shown: number, end: End): TrackedMatch => {
  const rule = RULES[seed % RULES.length] ?? 'advantage';
  const style = feedStyle(String(seed), 1_000);
  const wire = { id: 123, status: end, sets: liveSets(course, rule, shown, style) };
  const feed = liveWire.parse(wire);
  const play = playAt(course, shown, rule);
  const isOver = end !== 'live';
  const match = aMatch({
    category: CATEGORIES[seed % 2] ?? 'men',
    playedOn: DATES[rule],
    status: end,
    ...(isOver && {
      score: scoreOf(play),
      winner: play.winner ?? (shown % 2 === 0 ? 'team_1' : 'team_2'),
      duration: shown,
      startedAt: shown,
      watchability: shown % 100,
      withheld: ['videos'],
    }),
  });
  const points = seed % 3 === 0 ? feed : served(feed, course.servers[0] ?? 'team_1');
  return aHeld(match, {
    state: withPoints(stateOf(match), points, isOver ? shown : null),
    rev: shown,
    changedAt: shown,
    delayedSince: end === 'live' ? shown : null,
    chances:
      seed % 7 === 0 ? null : { team_1: 0.3 + (seed % 5) / 10, team_2: 0.7 - (seed % 5) / 10 },
    tournament: {
      ...aTournament(),
      level: rule === 'golden-point' ? 'wpt_1000' : 'p1',
      status: end,
      endDate: isOver ? '2026-06-08' : null,
    },
  });
};

/** The same match up to a point, with another future from the next point on. */
const forked = ({ winners, ...course }: Course, other: Course, at: number): Course => {
  const next = opponentOf(winners[at] ?? 'team_1');
  return {
    ...course,
    winners: [...winners.slice(0, at), next, ...other.winners, ...other.winners],
  };
};

/** The same match in three states: live at a point, finished, and finished in another future. */
const threeOf = (seed: number) => {
  const category = CATEGORIES[seed % 2] ?? 'men';
  const rule = RULES[seed % RULES.length] ?? 'advantage';
  const course = playCourse({
    seed: `catch-up ${seed}`,
    edge: ((seed % 9) - 4) / 100,
    rule,
    category,
  });
  const other = playCourse({ seed: `other ${seed}`, edge: 0.05, rule, category });
  const points = course.winners.length;
  const at = 1 + ((seed * 37) % (points - 1));
  const twin = forked(course, other, at);
  const end = seed % 4 === 0 ? 'retired' : 'finished';
  const last = end === 'retired' ? Math.min(at + (seed % 30), twin.winners.length) : Infinity;
  return {
    now: heldAfter(course, seed, at, 'live'),
    later: heldAfter(course, seed, points, 'finished'),
    otherwise: heldAfter(twin, seed, last, end),
  };
};

/** Every point and every end that a state has reached. */
const bookmarksOf = ({ state }: TrackedMatch): readonly Bookmark[] =>
  state.sets.flatMap(({ number: set, games, score }) => [
    ...games.flatMap((game) => {
      const most = talliesOf(game).at(-1)?.won ?? { team_1: 0, team_2: 0 };
      const counts = Array.from({ length: most.team_1 + most.team_2 + 1 }, (_, count) => count);
      return counts.map((count) => ({ set, game: game.number, points: count }));
    }),
    ...(score === null ? [] : [{ set: set + 1, game: 1, points: 0 }]),
  ]);

const hashOf = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex');

/** Everything that is sent to Discord at a stop; by default with the model of the picture. */
const shownAt = async (
  held: TrackedMatch,
  at: Bookmark,
  services: Awaited<ReturnType<typeof aStage>>['services'],
  seed: number,
  draw: DrawPicture = (picture) => Promise.resolve(Buffer.from(JSON.stringify(picture))),
): Promise<string> => {
  const bookmark = [at.set, at.game, at.points].map(String);
  const reader = aReader(LOCALES[seed % LOCALES.length]);
  const { files, ...body } = await catchUp(reader, held, { ...services, draw }, 'at', bookmark);
  return JSON.stringify([body, files?.map((file) => ({ ...file, data: hashOf(file.data) }))]);
};

describe('two matches that are equal up to a stop of the walk', () => {
  it('show the same bytes there, whatever follows', async () => {
    const { services } = await aStage([]);
    for (let seed = 1; seed <= runs(5, 200); seed += 1) {
      const { now, later, otherwise } = threeOf(seed);
      for (const at of bookmarksOf(now)) {
        const shown = await shownAt(later, at, services, seed);
        const about = `seed ${seed} at ${JSON.stringify(at)}`;
        expect(await shownAt(otherwise, at, services, seed), about).toBe(shown);
        if (at.points === 0) expect(await shownAt(now, at, services, seed), about).toBe(shown);
      }
    }
  });

  it('show the same pixels', async () => {
    const { services } = await aStage([]);
    let drawn = 0;
    for (let seed = 1; seed <= runs(2); seed += 1) {
      const { later, otherwise, now } = threeOf(seed);
      const at = bookmarksOf(now).findLast(({ points }) => points === 0);
      if (at === undefined) continue;
      const pixels = (held: TrackedMatch) => shownAt(held, at, services, seed, drawPicture);
      const shown = await pixels(later);
      drawn += Number(shown.includes('win-probability.png'));
      expect(await pixels(otherwise)).toBe(shown);
    }
    expect(drawn).toBeGreaterThan(0);
  });

  it('lead from there to the same next stops, as far as they are equal', () => {
    for (let seed = 1; seed <= runs(5, 200); seed += 1) {
      const { now, later, otherwise } = threeOf(seed);
      for (const from of bookmarksOf(now).filter(({ points }) => points === 0)) {
        for (const step of STEPS) {
          const next = nextBookmark(now, from, step);
          if (next === null) continue;
          const about = `seed ${seed}: ${step} from ${JSON.stringify(from)}`;
          expect(nextBookmark(later, from, step), about).toEqual(next);
          expect(nextBookmark(otherwise, from, step), about).toEqual(next);
        }
      }
    }
  });
});
