import type { CommandRequest, Services } from '../../src/discord/command.ts';
import { isAboutMatch } from '../../src/domain/alerts/events.ts';
import { namesMatch } from '../../src/domain/alerts/follows.ts';
import type { HeldMatch } from '../../src/domain/match/state.ts';
import { eventsOf } from '../../src/domain/match/events.ts';
import { replayMatch, type ReplayEvent } from '../../src/domain/match/replay.ts';
import { readerIn } from '../../src/i18n/i18n.ts';
import type { MessageBody } from '../../src/render/message.ts';
import { previewMessage } from '../../src/render/moderation/preview.ts';
import { deliveryHistory } from '../../src/store/outbox/delivery-history.ts';
import type { Channel } from '../../src/store/channels/channels.ts';
import { followedOf } from './why.ts';
import { heldMatch } from '../queries/held.ts';
import { anyMatchNamed } from '../options/match.ts';

/** `/alerts preview`: applies a channel's settings to the events of a match. */
export const preview = async (
  request: CommandRequest,
  channel: Channel,
  services: Services,
): Promise<MessageBody> => {
  const id = await anyMatchNamed(request, request.text('match') ?? '', services);
  const held = await heldMatch(id, services);
  const followed = await followedOf(held, channel, services);
  return previewMessage(request, {
    told: readerIn(channel.locale),
    channel,
    held,
    isFollowed: followed.length > 0,
    news: replayMatch(
      channel.settings,
      held,
      await newsOf(held, channel, services),
      followed.some(namesMatch),
    ),
  });
};

const newsOf = async (
  held: HeldMatch,
  channel: Channel,
  { db }: Services,
): Promise<readonly ReplayEvent[]> => {
  const noted = await deliveryHistory(db, held.match.id, channel.key);
  if (noted.length > 0) {
    return noted.flatMap(({ event, createdAt }) =>
      isAboutMatch(event) ? [{ event, at: createdAt }] : [],
    );
  }
  return eventsOf(held.state).map((event) => ({ event, at: null }));
};
