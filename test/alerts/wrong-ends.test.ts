import { expect, it } from 'vitest';
import { MINUTE } from '#src/lib/time.ts';
import { anUpdate, aGame, aSet, sets } from '../domain/written.ts';
import { aPlayer, discordId } from '../store/rows.ts';
import { aKnownMatch, aStage, pass, settle } from './stage.ts';
import { saidIn, typesIn } from './told.ts';

const aChannelWithEverything = async () => {
  const stage = await aStage();
  const types = ['start', 'set', 'result', 'card'] as const;
  await stage.chosen(1, { settings: { types } }, aPlayer(1));
  const played = await aKnownMatch(stage);
  /** An update of the feed; then so many milliseconds pass. */
  const frame = async (after: number, ...update: Parameters<typeof anUpdate>): Promise<void> => {
    await stage.observer().points(anUpdate(...update), Date.now());
    await settle();
    if (after > 0) await pass(after);
  };
  /** The service no longer has the match. */
  const isRemoved = () => stage.observer().removed(played.match.id);
  const said = (kind: string) => saidIn(stage, discordId(1), kind);
  return { stage, played, frame, isRemoved, said };
};

it('an end that play contradicts is corrected, in the post and by a correction', async () => {
  const { stage, played, frame, said } = await aChannelWithEverything();
  await played.begins();
  await frame(MINUTE, 'finished', aSet(1, '6-0'), aSet(2, '6-0'));
  await frame(MINUTE, 'live', aSet(1, '6-0'), aSet(2, '5-7'), aSet(3, null, aGame('0-1', '15:0')));
  await frame(5 * MINUTE, 'finished', aSet(1, '6-0'), aSet(2, '5-7'), aSet(3, '0-6'));
  const truth = { score: sets('6-0 5-7 0-6'), winner: 'team_2' } as const;
  await played.seen({ ...played.live, status: 'finished', ...truth }, 5 * MINUTE);
  expect(typesIn(stage, discordId(1))).toEqual(['start', 'result', 'correction']);
  expect(said('result')).toEqual([expect.stringMatching(/Soria \/ Pinto\*\* beat .* 0-6 7-5 6-0/)]);
  expect(said('correction')).toEqual([expect.stringMatching(/Soria \/ Pinto\*\* beat/)]);
});

it('a walkover that is played after all is withdrawn once, and is a match like any other', async () => {
  const { stage, played, said } = await aChannelWithEverything();
  await played.seen({ ...played.match, status: 'walkover', winner: 'team_2' }, MINUTE);
  await played.begins();
  await played.pointsPlayed(2, MINUTE);
  await played.setsPlayed(1, MINUTE);
  await played.ends(5 * MINUTE);
  const [withdrawn, ...others] = typesIn(stage, discordId(1));
  expect(withdrawn).toMatch(/is played after all\. \(corrected /);
  expect(others).toEqual(['start', 'correction', 'set', 'result']);
  expect(said('result')).toEqual([expect.stringMatching(/Vega \/ Lamas\*\* beat/)]);
});

it('a frame with play withdraws a walkover, too; one without play does not', async () => {
  const { played, frame, said } = await aChannelWithEverything();
  await played.seen({ ...played.match, status: 'walkover', winner: 'team_2' });
  await frame(0, 'finished');
  await frame(MINUTE, null);
  expect(said('correction')).toEqual([]);
  await frame(MINUTE, 'live', aSet(1, null, aGame('2-1', '15:0')));
  expect(said('correction')).toHaveLength(1);
});

it('a row from before a walkover that arrives late withdraws nothing', async () => {
  const { played, frame, said } = await aChannelWithEverything();
  await played.begins();
  const row = aSet(1, null, aGame('0-0', '15:0'));
  await frame(0, 'live', row);
  const walkover = { ...played.live, status: 'walkover', winner: 'team_1' } as const;
  await played.seen(walkover);
  await frame(0, 'live', row);
  await played.seen(played.live);
  await played.seen(walkover, 5 * MINUTE);
  expect(said('result')).toHaveLength(1);
  expect(said('correction')).toEqual([]);
});

it('a set that the record does not have is withdrawn in its post, and no correction is posted', async () => {
  const { played, frame, said } = await aChannelWithEverything();
  await played.begins();
  await frame(MINUTE, 'live', aSet(1, '6-4'), aSet(2, '4-6'), aSet(3, null, aGame('0-0', '15:0')));
  expect(said('set')).toHaveLength(2);
  const truth = { status: 'retired', score: sets('6-4 2-1'), winner: 'team_2' } as const;
  await played.seen({ ...played.live, ...truth }, 5 * MINUTE);
  expect(said('set')).toEqual([
    expect.stringMatching(/^Set 1 to/),
    expect.stringMatching(/^Set 2 of .* was not completed\. \(corrected /),
  ]);
  expect(said('correction')).toEqual([]);
});

it('a result without a score gets it by an edit: no set and no correction follows it', async () => {
  const { stage, played, said } = await aChannelWithEverything();
  await played.seen({ ...played.match, status: 'finished', winner: 'team_1' }, MINUTE);
  expect(said('result')).toEqual(['**Vega / Lamas** beat Soria / Pinto.']);
  const score = sets('6-0 6-4');
  await played.seen({ ...played.match, status: 'finished', winner: 'team_1', score }, 5 * MINUTE);
  expect(said('result')).toEqual(['**Vega / Lamas** beat Soria / Pinto 6-0 6-4.']);
  expect(typesIn(stage, discordId(1))).toEqual(['result']);
});

it('a walkover that the service deletes is not played after all; its result of play is a correction', async () => {
  const { played, isRemoved, said } = await aChannelWithEverything();
  await played.seen({ ...played.match, status: 'walkover', winner: 'team_1' }, MINUTE);
  await isRemoved();
  await pass(MINUTE);
  expect(said('correction')).toEqual([]);
  await played.ends(5 * MINUTE);
  expect(said('result')).toEqual([expect.stringMatching(/Vega \/ Lamas\*\* beat/)]);
  expect(said('correction')).toEqual([expect.stringMatching(/^Correction: .* beat .* walkover/)]);
});

it('a walkover without a winner that has been played has the result of play, which is not withdrawn', async () => {
  const { played, said } = await aChannelWithEverything();
  await played.seen({ ...played.match, status: 'walkover' });
  await played.seen({ ...played.match, status: 'ended', score: sets('6-0 6-4') }, MINUTE);
  await played.ends(5 * MINUTE);
  expect(said('result')).toEqual([expect.stringMatching(/Vega \/ Lamas\*\* beat .* 6-0 6-0/)]);
});

it('a set that a false walkover withdrew is told again by its post', async () => {
  const { played, said } = await aChannelWithEverything();
  await played.begins();
  await played.setsPlayed(1, MINUTE);
  await played.seen({ ...played.live, status: 'walkover', winner: 'team_1' }, MINUTE);
  expect(said('set')).toEqual([expect.stringContaining('was not completed')]);
  await played.ends(5 * MINUTE);
  expect(said('set')).toEqual([expect.stringMatching(/^Set 1 to/)]);
});

it('a match that is removed after its result has no sets to tell, and its record is asked for', async () => {
  const { stage, played, isRemoved, said } = await aChannelWithEverything();
  await played.seen({ ...played.match, status: 'finished', winner: 'team_1' });
  await isRemoved();
  const held = await stage.observer().points(anUpdate('live', aSet(1, '6-0')), Date.now());
  await pass(MINUTE);
  expect(held).toBeUndefined();
  expect(said('set')).toEqual([]);
  expect(said('result')).toHaveLength(1);
});

it('a set is withdrawn by a walkover whose winner becomes known later', async () => {
  const { played, frame, said } = await aChannelWithEverything();
  await frame(0, 'live', aSet(1, '6-0'));
  await played.seen({ ...played.match, status: 'walkover' });
  await played.seen({ ...played.match, status: 'walkover', winner: 'team_1' }, MINUTE);
  expect(said('set')).toEqual([expect.stringContaining('was not completed')]);
});

it('a walkover with a score that is removed has no start and no set to tell', async () => {
  const { played, isRemoved, said } = await aChannelWithEverything();
  const score = sets('6-0');
  await played.seen({ ...played.match, status: 'walkover', winner: 'team_1', score });
  await isRemoved();
  await pass(MINUTE);
  expect([...said('start'), ...said('set')]).toEqual([]);
  expect(said('result')).toHaveLength(1);
});

it('a result of a match that the service removed and plays after all is withdrawn, and its own told', async () => {
  const { played, isRemoved, said } = await aChannelWithEverything();
  await played.seen({ ...played.live, status: 'finished', winner: 'team_1' }, MINUTE);
  await isRemoved();
  await pass(MINUTE);
  await played.seen({ ...played.live, score: sets('6-0') }, 5 * MINUTE);
  expect(said('correction').join()).toContain('is played after all');
  const over = { status: 'finished', score: sets('6-0 6-4'), winner: 'team_1' } as const;
  await played.seen({ ...played.live, ...over }, 5 * MINUTE);
  expect(said('result')).toEqual([expect.stringMatching(/Vega \/ Lamas\*\* beat .* 6-0 6-4/)]);
});

it('a walkover that is removed and scheduled again is withdrawn when it is played', async () => {
  const { stage, played, isRemoved, said } = await aChannelWithEverything();
  await played.seen({ ...played.match, status: 'walkover', winner: 'team_1' }, MINUTE);
  await isRemoved();
  await played.seen(played.match);
  await played.begins();
  await played.ends(5 * MINUTE);
  expect(said('correction')).toEqual([expect.stringContaining('is played after all')]);
  expect(typesIn(stage, discordId(1)).slice(-1)).toEqual(['result']);
});

it('a match that the service removed and lists again when it is over has its result', async () => {
  const { played, isRemoved, said } = await aChannelWithEverything();
  await isRemoved();
  await played.seen({ ...played.match, status: 'ended', score: sets('6-0 6-0') }, 5 * MINUTE);
  expect(said('result')).toEqual([expect.stringMatching(/Vega \/ Lamas\*\* beat .* 6-0 6-0/)]);
  expect(said('correction')).toEqual([]);
});

it('a set that changed while a walkover told nothing is corrected by what was told of it', async () => {
  const { played, frame, isRemoved, said } = await aChannelWithEverything();
  await frame(MINUTE, 'live', aSet(1, '6-0'));
  await played.seen({ ...played.match, status: 'walkover', score: sets('6-4') });
  await frame(0, 'live');
  await isRemoved();
  const truth = { score: sets('6-4 5-7 0-6'), winner: 'team_2' } as const;
  await played.seen({ ...played.match, status: 'finished', ...truth }, 5 * MINUTE);
  expect(said('set').filter((text) => text.startsWith('Set 1'))).toEqual([
    expect.stringContaining(', 6-4.'),
  ]);
});

it('a result that is doubted has told its sets', async () => {
  const { played, isRemoved, said } = await aChannelWithEverything();
  await played.seen({ ...played.match, status: 'finished', winner: 'team_1' });
  await isRemoved();
  await pass(MINUTE);
  await played.seen({ ...played.match, score: sets('6-0') }, MINUTE);
  expect(said('set')).toEqual([]);
});
