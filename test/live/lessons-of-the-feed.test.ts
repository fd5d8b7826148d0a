import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { diffStates } from '#src/domain/match/events.ts';
import { withPoints } from '#src/domain/match/state.ts';
import { pageOf } from '#src/padel-api/wire/envelope.ts';
import { liveWire, parseLive } from '#src/padel-api/wire/live.ts';
import { findMatch } from '#src/store/matches/matches.ts';
import { aPlayedMatch, aStage as anAlertStage } from '../alerts/stage.ts';
import { aMatch } from '../domain/feed.ts';
import { aGame, anUpdate, aSet, inPlay } from '../domain/written.ts';
import { NotFound } from '#src/padel-api/errors.ts';
import { HOUR, MINUTE, SECOND } from '#src/lib/time.ts';
import { listInterval } from '#src/live/pacing.ts';
import { aHeld, aTournament } from '../render/held.ts';
import { NOON } from '../store/rows.ts';
import { answer, pageOf as pageOfRows } from './sources.ts';
import { aClockedStage, aStage, POLLING, playing } from './stage.ts';

const shape = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../shapes/${name}.json`, import.meta.url), 'utf8'));

const CHANNEL = 'live-9f2c41d07ab8';

it('row, resource and frame of the public service name the same channel, with all their points', () => {
  const [row] = pageOf(liveWire).parse(shape('live-list')).items;
  const frame = z.object({ data: z.string() }).parse(shape('pushed-frame'));
  const pushed = parseLive(JSON.parse(frame.data));
  expect(row).toMatchObject({ matchId: 7009, status: null, channel: CHANNEL });
  expect(pushed).toEqual({ ...row, status: 'live' });
  expect(parseLive(shape('match-live'))).toEqual(pushed);
  expect(parseLive(shape('match-live-ended'))).toMatchObject({ status: 'ended', channel: CHANNEL });
  // A set score of 7-65 has its tie-break; a game without a server shows none.
  expect(row?.sets[0]?.score).toEqual({ team_1: 7, team_2: 6, tieBreak: 5 });
  expect(row?.sets[0]?.games[1]).not.toHaveProperty('serving');
});

it('a row of the live list without names and status is joined with the stored record', async () => {
  const stage = await anAlertStage();
  const played = aPlayedMatch(stage, { id: 7009 });
  await played.isKnown();
  const [row] = pageOf(liveWire).parse(shape('live-list')).items;
  if (row === undefined) throw new Error('no row in the shape');
  await stage.observer().points(row, Date.now());
  expect(await findMatch(stage.db(), 7009)).toMatchObject({
    match: { teams: aMatch().teams },
    state: { status: 'live' },
    channel: CHANNEL,
  });
});

it.each([
  ['an empty third set', aSet(3, null)],
  ['a third set at 0:0', aSet(3, null, aGame('0-0', '0:0'))],
])('%s after two won sets brings no news', (_case, third) => {
  const won = [aSet(1, '6-4', aGame('5-4', '40:0')), aSet(2, '6-3', aGame('5-3', '40:0'))];
  const before = inPlay(...won);
  const after = withPoints(before, anUpdate('live', ...won, third), null);
  expect(diffStates(before, after).news).toEqual([]);
});

it('an empty live list ends no match: the records of those in play are read', async () => {
  const stage = await aStage({
    live: (query) => pageOfRows([[]], query),
    match: (id) => answer(aMatch({ id, status: 'live' })),
    matchLive: (id) => answer({ matchId: id, status: 'live', sets: [] }),
  });
  await expect
    .poll(() => stage.observed, POLLING)
    .toEqual(expect.arrayContaining(['match 1 live', 'match 2 live']));
  expect(stage.observed.filter((line) => line.startsWith('removed'))).toEqual([]);
});

it('Connection lost for a set: the live resource has all points and fills the gap', async () => {
  let listed = [1, 2];
  const stage = await aStage({
    live: (query) =>
      pageOfRows(
        [listed.map((id) => ({ ...anUpdate('live'), matchId: id, channel: `live-${id}` }))],
        query,
      ),
    match: (id) => answer(aMatch({ id, status: 'live' })),
    matchLive: (id) => answer({ matchId: id, status: 'ended', channel: `live-${id}`, sets: [] }),
  });
  const hears = (id: number) => stage.realtime.listeners(`live-${id}`);
  await expect.poll(() => [hears(1), hears(2)], POLLING).toEqual([1, 1]);
  expect(stage.asked('matchLive')).toEqual([]);
  // Match 2 ends meanwhile: the list has it no more, and its record comes minutes later.
  listed = [1];
  stage.realtime.unplug();
  stage.realtime.plug();
  await expect.poll(() => stage.asked('matchLive'), POLLING).toEqual([2]);
});

it('live for more than 15 minutes without an update and absent from the list: the record is read, and the match is marked as delayed', async () => {
  const stage = await aClockedStage({
    live: (query) => pageOfRows([[{ ...anUpdate('live'), matchId: 1 }]], query),
    match: (id) => answer(aMatch({ id, status: 'live' })),
    matchLive: () => Promise.reject(new NotFound()),
  });
  await expect.poll(stage.listeners, POLLING).toEqual([1, 1, 1]);
  const pass = (minutes: number) => {
    stage.hold({ ...playing(1), changedAt: NOON + minutes * MINUTE });
    return stage.pass(minutes * MINUTE, 10 * SECOND);
  };
  await pass(14);
  const isDelayed = (line: string) => line.startsWith('delayed');
  expect(stage.observed.filter(isDelayed)).toEqual([]);
  await pass(3);
  expect(stage.observed).toContain('match 2 live');
  expect(stage.observed.filter(isDelayed)).toContain('delayed 2 since 0');
  expect(stage.observed).not.toContain('delayed 1 since 0');
});

it('rest day: a live tournament without a match today costs no poll', async () => {
  const stage = await aClockedStage({ live: (query) => pageOfRows([[]], query) }, () => ({
    inPlay: () => Promise.resolve([]),
    upcoming: () => Promise.resolve([aHeld({ id: 3, playedOn: '2026-06-08' })]),
  }));
  await expect.poll(() => stage.realtime.listeners('matches.3'), POLLING).toBe(1);
  await stage.advance(5_000);
  // Each process reads the list once at its start.
  expect(stage.asked('live')).toEqual([1]);
  await stage.pass(HOUR, MINUTE);
  expect(stage.asked('live')).toEqual([1]);
});

it('a walkover hours before: no poll at the planned time', async () => {
  const stage = await anAlertStage();
  const observer = stage.observer();
  const match = aMatch({
    id: 9,
    status: 'scheduled',
    startedAt: null,
    playedOn: '2026-06-07',
    scheduledAt: NOON + 4 * HOUR,
  });
  const intervalAtItsTime = async (): Promise<number> => {
    const situation = {
      serviceNow: NOON + 4 * HOUR,
      inPlay: await observer.inPlay(),
      interrupted: await observer.interrupted(),
      upcoming: await observer.upcoming(),
    };
    return listInterval(situation, {
      isConnected: true,
      arrive: () => true,
      pushedAfterMs: () => 0,
    });
  };
  await observer.tournament(aTournament());
  await observer.match(match, NOON);
  expect(await intervalAtItsTime()).toBe(90_000);
  await observer.match({ ...match, status: 'walkover', winner: 'team_1' }, NOON);
  expect(await intervalAtItsTime()).toBe(Infinity);
});
