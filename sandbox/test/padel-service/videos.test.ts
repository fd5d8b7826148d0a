import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR } from '../../../src/lib/time.ts';
import { videoSchema } from '#sandbox/padel-service/api/resources/video.ts';
import type { PadelService } from '#sandbox/padel-service/index.ts';
import { dayOf } from '#sandbox/padel-service/world/schedule/days.ts';
import { isCovered } from '#sandbox/padel-service/world/model.ts';
import { videosOf, type Video } from '#sandbox/padel-service/world/records/videos.ts';
import { openSharedWorld } from '#sandbox/padel-service/world/profiled-world.ts';
import { FREE, pageShape, PRO, startStill, tournamentShape } from './service.ts';

const ANCHOR = dayOf('2026-11-21');
const world = openSharedWorld(1, ANCHOR);
const NOW = world.openingMoment();

const videosAt = (tournamentId: number, now: number): readonly Video[] => {
  const known = world.at(now);
  const tournament = known.tournament(tournamentId);
  if (tournament === null) throw new Error(`No tournament ${tournamentId}`);
  const own = known.matches.filter((match) => match.tournament.id === tournamentId);
  return videosOf(tournament, own, now);
};

const { tournaments } = world.at(NOW);
const isOver = ({ end }: { end: number }): boolean => end < ANCHOR - 2;
const past = tournaments.filter((each) => isCovered(each.level) && isOver(each));
const current = tournaments.find(
  ({ level, start, end }) => level === 'major' && start <= ANCHOR && ANCHOR <= end,
);

describe('the videos of a tournament', () => {
  it('are one replay per day of the main court and highlights of the last seven matches', () => {
    for (const { id, start, end, level } of past.slice(-10)) {
      const videos = videosAt(id, NOW);
      const replays = videos.filter(({ type }) => type === 'replay');
      expect(replays, level).toHaveLength(end - start + 1);
      const highlights = videos.filter(({ type }) => type === 'highlights').length;
      // A walkover has no highlights.
      expect(highlights).toBeGreaterThanOrEqual(12);
      expect(highlights).toBeLessThanOrEqual(14);
      expect(videos).toHaveLength(replays.length + highlights);
    }
  });

  it('have unique ids in ascending order', () => {
    const ids = past.flatMap(({ id }) => videosAt(id, NOW).map((video) => video.id));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  });

  it('never start in the future and never disappear as time goes on', () => {
    const { id = 0, end = 0 } = current ?? {};
    let before: readonly Video[] = [];
    for (let now = NOW; now < (end + 2) * 24 * HOUR; now += 3 * HOUR) {
      const videos = videosAt(id, now);
      const key = ({ id: own, startedAt }: Video) => `${own} ${startedAt}`;
      expect(videos.map(key)).toEqual(expect.arrayContaining(before.map(key)));
      expect(videos.every(({ startedAt }) => startedAt <= now)).toBe(true);
      before = videos;
    }
    expect(before.length).toBeGreaterThan(20);
    expect(before.some(({ type }) => type === 'live')).toBe(false);
  });

  it('include one live stream while matches are on, and none at night', () => {
    const { id = 0 } = current ?? {};
    const typesAt = (now: number) => videosAt(id, now).map(({ type }) => type);
    expect(typesAt(NOW).filter((type) => type === 'live')).toHaveLength(1);
    expect(typesAt((ANCHOR + 1) * 24 * HOUR + 4 * HOUR)).not.toContain('live');
  });

  it('do not exist for a level that is not covered', () => {
    const uncovered = tournaments.filter((each) => !isCovered(each.level) && isOver(each));
    expect(uncovered.length).toBeGreaterThan(5);
    for (const { id } of uncovered.slice(-5)) expect(videosAt(id, NOW)).toEqual([]);
  });
});

describe('videos over HTTP', () => {
  let service: PadelService;
  beforeAll(async () => {
    service = await startStill();
  });
  afterAll(() => service.stop());

  const get = (path: string, headers: Record<string, string> = PRO) =>
    service.inject({ url: `/api${path}`, headers });

  it('are paginated, and hide their URLs on the free plan', async () => {
    const majors = pageShape(tournamentShape).parse((await get('/tournaments?level=major')).json());
    const [first] = majors.data;
    const path = `/tournaments/${first?.id ?? 0}/videos`;
    const page = pageShape(videoSchema).parse((await get(`${path}?per_page=5&page=2`)).json());
    expect(page.data).toHaveLength(5);
    expect(page.meta).toMatchObject({ current_page: 2, from: 6, to: 10 });
    expect(page.data[0]).toMatchObject({ connections: `/api/tournaments/${first?.id ?? 0}` });
    expect((await get(path, FREE)).json<{ data: unknown[] }>().data[0]).toMatchObject({
      url: 'hidden_free_plan',
    });
  });

  it.each([
    ['/tournaments/999999/videos', 404],
    ['/tournaments/x/videos', 422],
    ['/tournaments/1/videos?per_page=51', 422],
  ])('respond to %s with %d', async (path, status) => {
    expect((await get(path)).statusCode).toBe(status);
  });
});
