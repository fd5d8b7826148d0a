import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { SendOutcome } from '#src/alerts/delivery/sender.ts';
import { SECOND, MINUTE } from '#src/lib/time.ts';
import { aPlayer, discordId } from '../store/rows.ts';
import { aBegunMatch, aFollowedMatch, aStage, pass, aPlayedMatch, settle } from './stage.ts';
import { kindOf, typesIn } from './told.ts';
import { ALERT_TYPES } from '#src/domain/alerts/alert-types.ts';
import { aTournament } from '../render/held.ts';
import type { ChannelSetup } from '#src/store/channels/channels.ts';

const SETS = discordId(1);
const RESULTS = discordId(2);

/** One channel gets sets and results, another one results only; sets are slow in the first. */
const aSlowSet = async () => {
  const stage = await aStage();
  await stage.chosen(1, { settings: { types: ['set', 'result'] } }, aPlayer(1));
  await stage.chosen(2, { settings: { types: ['result'] } }, aPlayer(1));
  const played = await aBegunMatch(stage);
  const slow = Promise.withResolvers<SendOutcome | undefined>();
  stage.discord.takes(({ kind, channelId, body }) =>
    kind === 'post' && channelId === SETS && kindOf({ body }) === 'set' ? slow.promise : undefined,
  );
  await played.setsPlayed(1);
  await played.ends();
  return { stage, slow };
};

describe('news of a match', () => {
  it('does not wait for a slow post in another channel', async () => {
    const { stage, slow } = await aSlowSet();
    await pass(SECOND);
    expect(typesIn(stage, RESULTS)).toEqual(['result']);
    slow.resolve(undefined);
    await pass(MINUTE);
  });

  it('waits for a slow post in the same channel', async () => {
    const { stage, slow } = await aSlowSet();
    await pass(10 * SECOND);
    expect(typesIn(stage, SETS)).toEqual([]);
    slow.resolve(undefined);
    await pass(SECOND);
    expect(typesIn(stage, SETS)).toEqual(['set', 'result']);
  });

  it('is sent together with the post it waits for when its channel is ready again', async () => {
    const { stage, channel, played } = await aFollowedMatch({
      settings: { types: ['set', 'result'] },
    });
    await played.begins();
    stage.discord.takes(() => ({
      kind: 'failed',
      reason: 'status 500',
      retryAfterMs: 10 * MINUTE,
    }));
    await played.setsPlayed(1);
    await played.ends(MINUTE);
    stage.discord.takes();
    await stage.alerts().channelReady(channel.key);
    for (let second = 0; second < 4; second += 1) await pass(SECOND);
    expect(typesIn(stage, SETS)).toEqual(['set', 'result']);
  });
});

it('an event whose fan-out fails does not delay other events and is delivered later', async () => {
  const stage = await aStage();
  const follows = [aPlayer(1), { kind: 'tournament', id: 7 }] as const;
  await stage.chosen(1, { settings: { types: ALERT_TYPES } }, ...follows);
  const announced = { ...aTournament(), status: 'pending' };
  await stage.observer().tournament(announced);
  // More events than one run processes.
  const evening = Array.from({ length: 12 }, (_, n) =>
    aPlayedMatch(stage, { id: 700 + n, round: null, roundName: `Round ${n}` }),
  );
  for (const played of evening) {
    await played.isKnown();
    await played.begins();
  }
  await pass(MINUTE);
  const posted = () => stage.discord.contentsIn(discordId(1)).join('\n');

  // Without the directory the fan-out fails: it reads the countries of the players there.
  await sql`alter table directory rename to lost_directory`.execute(stage.db());
  for (const played of evening) await played.ends();
  await stage.observer().tournament({ ...announced, status: 'cancelled' });
  await pass(10 * SECOND);
  expect(posted()).toContain('is cancelled');
  expect(posted()).not.toContain(' beat ');
  const tries = stage.log.lines.filter((line) => line.includes('fan-out of an event failed'));
  expect(tries.length).toBeGreaterThan(1);

  await sql`alter table lost_directory rename to directory`.execute(stage.db());
  for (let minute = 0; minute < 10; minute += 1) await pass(MINUTE);
  expect(posted().split(' beat ')).toHaveLength(evening.length + 1);
});

it.each<[string, Partial<ChannelSetup>]>([
  ['a channel', { settings: { delay: 60 } }],
  ['a forum', { kind: 'forum', settings: { delay: 60, types: ['set', 'result'] } }],
])(
  'in %s a set is posted once when the result raises its priority while it is being sent',
  async (_in, setup) => {
    const stage = await aStage();
    const played = aPlayedMatch(stage);
    const { discordId: channelId } = await stage.chosen(1, setup, aPlayer(1));
    await played.isKnown();
    await played.begins(70 * SECOND);
    await played.setsPlayed(1, 58 * SECOND);

    // Another post blocks the queue of the channel while the set is due, and then the result comes.
    const held = Promise.withResolvers<SendOutcome>();
    const isSample = (content = ''): boolean => content === 'a sample';
    stage.discord.takes(({ body }) => (isSample(body.content) ? held.promise : undefined));
    const sample = stage.alerts().postDirectly({
      channel: { discordId: channelId, kind: 'text' },
      body: { content: 'a sample' },
      key: 'sample',
      priority: 'card',
    });
    await settle();
    await pass(4 * SECOND);
    await played.ends();
    held.resolve({ kind: 'sent', messageId: discordId(90) });
    await sample;
    await pass(5 * SECOND);

    const setPosts = stage.discord.requests.filter(
      ({ body }) => body.content?.startsWith('Set 1') === true,
    );
    expect(setPosts).toHaveLength(1);
    const { outcome } = await stage
      .db()
      .selectFrom('deliveries')
      .innerJoin('events', 'events.id', 'deliveries.eventId')
      .select('outcome')
      .where('events.key', '=', 'match:123:set:1')
      .executeTakeFirstOrThrow();
    expect(outcome).toBe('sent');
  },
);
