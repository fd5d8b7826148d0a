import { expect, it } from 'vitest';
import type { SendOutcome } from '#src/alerts/delivery/sender.ts';
import { SECOND } from '#src/lib/time.ts';
import type { ChannelSetup } from '#src/store/channels/channels.ts';
import { aPlayer, discordId } from '../store/rows.ts';
import { aPlayedMatch, aStage, pass, settle } from './stage.ts';

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
