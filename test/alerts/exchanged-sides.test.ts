import { expect, it } from 'vitest';
import type { Match } from '#src/domain/match/match.ts';
import { exchangePoints } from '#src/domain/match/sides.ts';
import { findMatch } from '#src/store/matches/matches.ts';
import { scoreOf } from '#src/domain/match/reading.ts';
import { formatSets } from '#src/domain/match/score.ts';
import { MINUTE } from '#src/lib/time.ts';
import { anUpdate, aGame, aSet, sets } from '../domain/written.ts';
import { aPlayer, discordId } from '../store/rows.ts';
import { aBegunMatch, aFollowedMatch, aStage, pass, settle } from './stage.ts';
import { saidIn, typesIn } from './told.ts';

const crossed = (match: Match): Match => ({
  ...match,
  teams: { team_1: match.teams.team_2, team_2: match.teams.team_1 },
});

const EARLY = [aSet(1, '6-3'), aSet(2, null, aGame('1-0', '15:0'))] as const;
const LATER = [
  aSet(1, '6-3'),
  aSet(2, null, aGame('1-0', '15:0 30:0 40:0'), aGame('2-0', '15:0')),
] as const;

/** A match after a set, told to a channel with everything. */
const aMatchInPlay = async () => {
  const stage = await aStage();
  const types = ['start', 'set', 'result', 'card'] as const;
  await stage.chosen(1, { settings: { types } }, aPlayer(1));
  const played = await aBegunMatch(stage);
  /** @returns whether the record is to be read */
  const frame = async (update: ReturnType<typeof anUpdate>): Promise<boolean> => {
    const held = await stage.observer().points(update, Date.now());
    await pass(MINUTE);
    return held === undefined;
  };
  await frame(anUpdate('live', ...EARLY));
  const score = async (): Promise<string> => {
    const held = await findMatch(stage.db(), played.match.id);
    return held === undefined ? '' : formatSets(scoreOf(held.state));
  };
  const said = (kind: string) => saidIn(stage, discordId(1), kind);
  const end = async (record: Partial<Match>): Promise<void> => {
    await played.seen({ ...played.live, ...record, status: 'finished' }, 5 * MINUTE);
  };
  return { stage, ...played, frame, score, said, end };
};

const TOLD = ['start', 'set', 'result'];

it('sides that a record exchanges in play change nothing that was told, nor what follows', async () => {
  const { stage, live, seen, frame, score, said, end } = await aMatchInPlay();
  const before = said('set');
  await seen({ ...crossed(live), score: sets('3-6 0-1') });
  expect(await frame(exchangePoints(anUpdate('live', ...LATER)))).toBe(false);
  expect(await score()).toBe('6-3 2-0');
  expect(said('set')).toEqual(before);
  await stage.restart();
  expect(await frame(exchangePoints(anUpdate('live', ...LATER)))).toBe(false);
  expect(await score()).toBe('6-3 2-0');
  await end({ ...crossed(live), score: sets('3-6 2-6'), winner: 'team_2' });
  expect(typesIn(stage, discordId(1))).toEqual(TOLD);
  expect(said('result')).toEqual([expect.stringMatching(/Vega \/ Lamas\*\* beat .* 6-3 6-2/)]);
});

it('frames with the sides exchanged before the record count by the known history until it is read', async () => {
  const { stage, live, seen, frame, score, end } = await aMatchInPlay();
  const first = exchangePoints(anUpdate('live', ...LATER));
  expect(await frame(first)).toBe(true);
  expect(await score()).toBe('6-3 2-0');
  await seen(crossed(live));
  expect(await frame(first)).toBe(false);
  // One from before the exchange comes late, more than once.
  expect(await frame(anUpdate('live', ...EARLY))).toBe(true);
  await seen(crossed(live));
  expect(await frame(exchangePoints(anUpdate('live', ...LATER)))).toBe(false);
  expect(await score()).toBe('6-3 2-0');
  await end({ ...crossed(live), score: sets('3-6 2-6'), winner: 'team_2' });
  expect(typesIn(stage, discordId(1))).toEqual(TOLD);
});

it('frames that stay mirrored while the record has the sides as before are a correction', async () => {
  const { live, seen, frame, score, said } = await aMatchInPlay();
  const first = exchangePoints(anUpdate('live', ...LATER));
  expect(await frame(first)).toBe(true);
  await seen(live);
  expect(await frame(first)).toBe(false);
  expect(await score()).toBe('6-3 2-0');
  expect(await frame(exchangePoints(anUpdate('live', ...LATER)))).toBe(false);
  expect(await score()).toBe('3-6 0-2');
  expect(said('set')).toEqual([expect.stringMatching(/Soria \/ Pinto/)]);
  expect(await frame(exchangePoints(anUpdate('live', ...LATER)))).toBe(false);
});

it('players who are exchanged while the score stays are told as the record has it', async () => {
  const { live, seen, frame, score, end, said } = await aMatchInPlay();
  await seen(crossed(live));
  const update = anUpdate('live', ...LATER);
  expect(await frame(update)).toBe(true);
  await seen(crossed(live));
  expect(await frame(update)).toBe(false);
  expect(await frame({ ...update })).toBe(false);
  expect(await score()).toBe('3-6 0-2');
  await end({ ...crossed(live), score: sets('6-3 6-2'), winner: 'team_1' });
  expect(said('result')).toEqual([expect.stringMatching(/Soria \/ Pinto\*\* beat .* 6-3 6-2/)]);
});

it('sides that are exchanged before a match begins are those of its first record', async () => {
  const { stage, played } = await aFollowedMatch();
  await played.seen(crossed(played.live));
  await stage.observer().points(exchangePoints(anUpdate('live', ...EARLY)), Date.now());
  await settle();
  const held = await findMatch(stage.db(), played.match.id);
  expect(held?.match.teams).toEqual(played.match.teams);
  expect(held === undefined ? '' : formatSets(scoreOf(held.state))).toBe('6-3 1-0');
});
