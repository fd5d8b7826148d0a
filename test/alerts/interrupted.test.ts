import { describe, expect, it } from 'vitest';
import type { Match } from '#src/domain/match/match.ts';
import { scoreOf } from '#src/domain/match/reading.ts';
import { formatSets } from '#src/domain/match/score.ts';
import { findMatch, matchesInPlay, matchesInterrupted } from '#src/store/matches/matches.ts';
import { DAY, HOUR, MINUTE } from '#src/lib/time.ts';
import { anUpdate, aGame, aSet, sets } from '../domain/written.ts';
import { aTournament } from '../render/held.ts';
import { aPlayer, discordId, NOON } from '../store/rows.ts';
import { aBegunMatch, aStage, pass } from './stage.ts';
import { kindOf, typesIn } from './told.ts';

const AT_4_3 = [aSet(1, null, aGame('4-3', '15:0'))] as const;

const TOMORROW = { playedOn: '2026-06-08', scheduleLabel: 'Starting at 11:00 AM' } as const;

/** A match at 4-3, told to a channel with everything. */
const aMatchInPlay = async () => {
  const stage = await aStage();
  const types = ['start', 'set', 'result', 'card', 'news'] as const;
  await stage.chosen(1, { settings: { types } }, aPlayer(1));
  await stage.observer().tournament({ ...aTournament(), timeZone: 'Europe/Madrid' });
  const played = await aBegunMatch(stage, {
    playedOn: '2026-06-07',
    scheduleLabel: 'Starting at 2:00 PM',
  });
  const frame = async (...update: Parameters<typeof anUpdate>): Promise<void> => {
    await stage.observer().points(anUpdate(...update), Date.now());
    await pass(MINUTE);
  };
  const record = async (read: Partial<Match>): Promise<void> => {
    await played.seen({ ...played.live, ...read }, MINUTE);
  };
  await frame('live', ...AT_4_3);
  const card = (): string =>
    stage.discord
      .shownIn(discordId(1))
      .filter((message) => ['start', 'card'].includes(kindOf(message)))
      .map(({ body }) => body.embeds?.[0]?.description ?? '')
      .join('\n');
  const score = async (): Promise<string> => {
    const held = await findMatch(stage.db(), played.match.id);
    return held === undefined ? '' : formatSets(scoreOf(held.state));
  };
  const inPlay = async (): Promise<number> => (await matchesInPlay(stage.db())).length;
  return { stage, ...played, frame, record, card, score, inPlay };
};

describe('a match that is put off while it is in play', () => {
  it('is interrupted, says when it goes on, and goes on at its score without another start', async () => {
    const { stage, frame, record, card, score, inPlay } = await aMatchInPlay();
    expect(card()).toContain('lead 4-3');
    await record({ status: 'scheduled', startedAt: null, ...TOMORROW });
    expect(card()).not.toContain('lead');
    expect(card()).toContain('4  15');
    expect(card()).toMatch(/Interrupted · Continues <t:1780909200:D> · .*<t:1780909200:t>/);
    expect(await inPlay()).toBe(0);
    expect(await matchesInterrupted(stage.db(), NOON)).toHaveLength(1);
    // A list still has the match as it was, and the record is read again.
    await frame('live', ...AT_4_3);
    await frame(null, ...AT_4_3);
    await record({ status: 'scheduled', startedAt: null, ...TOMORROW });
    expect(await inPlay()).toBe(0);
    await pass(20 * HOUR);
    await frame('live', aSet(1, null, aGame('4-3', '15:0 30:0')));
    expect(await inPlay()).toBe(1);
    expect(await score()).toBe('4-3');
    expect(card()).toContain('lead 4-3');
    expect(card()).not.toContain('Interrupted');
    await record({ status: 'finished', score: sets('6-3 6-2'), winner: 'team_1', duration: 80 });
    await pass(5 * MINUTE);
    const told = typesIn(stage, discordId(1)).filter((kind) => kind !== 'card');
    // The post of its start became the card, which has been posted anew since.
    expect(told).toEqual(['result']);
  });

  it('goes on when its record says so', async () => {
    const { record, inPlay } = await aMatchInPlay();
    await record({ status: 'scheduled', scheduleLabel: 'Not before 8:00 PM' });
    expect(await inPlay()).toBe(0);
    await record({ status: 'live', scheduleLabel: 'Not before 8:00 PM' });
    expect(await inPlay()).toBe(1);
  });

  it.each(['suspended', 'postponed', 'Rain delay'])(
    'is interrupted by "%s", too',
    async (status) => {
      const { record, card, inPlay } = await aMatchInPlay();
      await record({ status });
      expect(card().split('\n').at(-1)).toBe('Interrupted');
      await record({ status, ...TOMORROW });
      expect(card()).toMatch(/Interrupted · Continues <t:1780909200:D>/);
      await record({ status: 'scheduled', ...TOMORROW });
      expect(card()).toMatch(/Interrupted · Continues <t:1780909200:D>/);
      expect(await inPlay()).toBe(0);
    },
  );

  it.each([
    ['without another time', {}],
    ['with an earlier day', { playedOn: '2026-06-06' }],
    ['with an earlier time', { scheduleLabel: 'Starting at 1:00 PM' }],
    ['with an estimate', { scheduleLabel: 'Estimated around 6:00 PM' }],
    ['on another court', { court: 'Court 2' }],
  ])('is in play while "scheduled" is read %s: that is outdated', async (_what, read) => {
    const { record, inPlay } = await aMatchInPlay();
    await record({ status: 'scheduled', ...read });
    expect(await inPlay()).toBe(1);
  });
});

it('a time that has passed is not when an interrupted match goes on', async () => {
  const { record, card } = await aMatchInPlay();
  await record({ status: 'scheduled', scheduleLabel: 'Not before 3:00 PM' });
  await pass(DAY / 2);
  await record({ status: 'suspended', scheduleLabel: 'Not before 3:00 PM' });
  expect(card().split('\n').at(-1)).toBe('Interrupted');
});
