import { describe, expect, it } from 'vitest';
import { ALERT_KINDS, PRESETS, type AlertKind } from '#src/domain/alerts/kinds.ts';
import type { AlertSettings } from '#src/domain/alerts/settings.ts';
import type { Match } from '#src/domain/match/match.ts';
import { levelTarget } from '#src/domain/alerts/follows.ts';
import { MINUTE } from '#src/lib/time.ts';
import { aTournament } from '../render/held.ts';
import { aPlayer, discordId, follow } from '../store/rows.ts';
import { aPlayedMatch, aStage, pass } from './stage.ts';
import { kindsIn } from './told.ts';

const CHANNEL = discordId(1);
const ALL = discordId(2);

/** A whole match from its order of play to a correction, before a channel with these settings. */
const anEvening = async (settings: Partial<AlertSettings>, match: Partial<Match> = {}) => {
  const stage = await aStage();
  await stage.chosen(1, { settings }, aPlayer(1));
  await stage.chosen(2, { settings: { kinds: ALERT_KINDS } }, aPlayer(1));
  await stage.observer().tournament(aTournament());
  const played = aPlayedMatch(stage, match);
  await played.isKnown();
  await played.seen({ ...played.match, court: 'Court 3' });
  await pass(MINUTE);
  await played.begins();
  await pass(MINUTE);
  await played.pointsPlayed(4);
  await pass(MINUTE);
  await played.setsPlayed(1);
  await pass(MINUTE);
  await played.setsPlayed(2);
  await played.ends();
  await pass(MINUTE);
  const [, ...rest] = played.finished.score ?? [];
  const first = { team_1: 6, team_2: 1, tieBreak: null };
  await played.seen({ ...played.finished, score: [first, ...rest] });
  await pass(MINUTE);
  return { stage, told: kindsIn(stage, CHANNEL), all: kindsIn(stage, ALL) };
};

const EVERYTHING = ['schedule', 'start', 'game', 'set', 'result', 'correction'];

describe('a channel is told', () => {
  it.each<[string, readonly AlertKind[], readonly string[]]>([
    ['of everything', PRESETS.everything, EVERYTHING],
    ['of the essentials', PRESETS.essentials, EVERYTHING.filter((kind) => kind !== 'game')],
    ['of results', PRESETS.results, ['result', 'correction']],
    ['of nothing', [], []],
    ['of changes of the order of play', ['schedule'], ['schedule']],
    ['of starts, and has no live card', ['start'], ['start']],
    ['of live cards, quietly', ['card'], ['card']],
    ['of games', ['game'], ['game']],
    ['of sets', ['set'], ['set', 'set']],
    ['of results alone', ['result'], ['result']],
    ['of corrections alone', ['correction'], ['correction']],
    ['of what does not happen here', ['draw', 'next', 'tournament', 'ranking', 'digest'], []],
  ])('%s', async (_reason, kinds, expected) => {
    const { told, all } = await anEvening({ kinds });
    expect(told).toEqual(expected);
    expect(all).toEqual(EVERYTHING);
  });

  it('of starts alone: what it was shown is not edited any more', async () => {
    const { stage } = await anEvening({ kinds: ['start'] });
    const edits = stage.discord.asked.filter(({ kind }) => kind === 'edit');
    expect(edits.filter(({ channelId }) => channelId === CHANNEL)).toEqual([]);
    expect(edits.length).toBeGreaterThan(0);
  });

  it.each<[string, Partial<AlertSettings>, Partial<Match>, boolean]>([
    ['of its smallest round', { smallestRound: 4 }, {}, true],
    ['of no earlier round', { smallestRound: 2 }, {}, false],
    ['of the final', { smallestRound: 1 }, { round: 1 }, true],
    ['of a round that nobody knows', { smallestRound: 1 }, { round: null }, true],
    ['of its levels', { levels: ['p1', 'major'] }, {}, true],
    ['of no other level', { levels: ['p2', 'major'] }, {}, false],
    ['of its category', { category: 'women' }, {}, true],
    ['of no other category', { category: 'men' }, {}, false],
  ])('%s', async (_reason, settings, match, isTold) => {
    const { told, all } = await anEvening({ kinds: ALERT_KINDS, ...settings }, match);
    expect(told).toEqual(isTold ? EVERYTHING : []);
    expect(all).toEqual(EVERYTHING);
  });

  it('of matches that promise enough, and of those of whom it follows, whatever they promise', async () => {
    const stage = await aStage();
    const settings = { kinds: ALERT_KINDS, minWatchability: 60 };
    const tournament = { kind: 'tournament', id: 7 } as const;
    const [wide, , members] = [
      await stage.chosen(1, { settings }, tournament),
      await stage.chosen(2, { settings }, tournament, aPlayer(1)),
      await stage.chosen(3, { settings }, tournament),
    ];
    await follow(stage.db(), members, aPlayer(1), discordId(70_001));
    await stage.observer().tournament(aTournament());
    for (const [id, watchability] of [
      [123, 59],
      [124, 60],
      [125, undefined],
    ] as const) {
      const played = aPlayedMatch(stage, {
        id,
        ...(watchability === undefined ? {} : { watchability }),
      });
      await played.isKnown();
      await played.begins();
      await pass(MINUTE);
    }
    expect(kindsIn(stage, CHANNEL)).toEqual(['start', 'start']);
    expect(kindsIn(stage, ALL)).toEqual(['start', 'start', 'start']);
    expect(kindsIn(stage, discordId(3))).toEqual(['start', 'start', 'start']);
    const suppressed = await stage
      .db()
      .selectFrom('deliveries')
      .select(['channel_id', 'reason'])
      .where('outcome', '=', 'suppressed')
      .execute();
    expect(suppressed).toEqual([{ channel_id: wide.key, reason: 'watchability' }]);
  });

  it('why not: the reason is kept', async () => {
    const { stage } = await anEvening({ kinds: ['set', 'result'], smallestRound: 2 });
    const rows = await stage
      .db()
      .selectFrom('deliveries')
      .innerJoin('events', 'events.id', 'deliveries.event_id')
      .select(['events.kind', 'deliveries.outcome', 'deliveries.reason'])
      .where('deliveries.channel_id', '=', 1)
      .orderBy('events.id')
      .execute();
    expect(rows).toEqual(
      ['set', 'set', 'result'].map((kind) => ({ kind, outcome: 'suppressed', reason: 'round' })),
    );
  });
});

it('games are news only where somebody is told of them', async () => {
  const stage = await aStage();
  await stage.channel(1, aPlayer(1));
  const played = aPlayedMatch(stage);
  await played.isKnown();
  await played.begins();
  await played.pointsPlayed(5);
  const events = () => stage.db().selectFrom('events').select('kind').execute();
  expect(await events()).toEqual([{ kind: 'start' }]);
  await stage.chosen(2, { settings: { kinds: ['game'] } }, levelTarget('p1'));
  await played.pointsPlayed(9);
  expect(await events()).toEqual([{ kind: 'start' }, { kind: 'game' }]);
});
