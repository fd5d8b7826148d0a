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
import { answer, pageOf as pageOfRows } from './sources.ts';
import { aStage, POLLING } from './stage.ts';

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
