import type { ChannelKind } from '#src/domain/alerts/channel.ts';
import type { AlertSettings } from '#src/domain/alerts/settings.ts';
import type { FollowTarget } from '#src/domain/alerts/follows.ts';
import type { Truth } from '#sandbox/padel-service/index.ts';
import { setUpChannel } from '#src/store/channels/channels.ts';
import type { Db } from '#src/store/connection/database.ts';
import { addFollow } from '#src/store/follows/follows.ts';

/** A channel of the local Discord that gets alerts during the evening. */
export interface Listener {
  readonly name: string;
  readonly channelId: string;
  readonly kind: ChannelKind;
  readonly settings: Partial<AlertSettings>;
  readonly target: FollowTarget;
  /** Whether the channel follows a match. */
  readonly follows: (match: Truth) => boolean;
}

/** The tournament of the evening, and Bruno Bermejo, who plays there. */
export const TOURNAMENT: FollowTarget = { kind: 'tournament', id: 320 };
const PLAYER: FollowTarget = { kind: 'player', id: 4 };

const isHis = ({ players }: Truth): boolean =>
  [...players.team_1, ...players.team_2].some((name) => name.startsWith('Bruno Bermejo'));

const his = { target: PLAYER, follows: isHis } as const;

/** Every way in which alerts reach a channel: kind of channel, threads, board, delay. */
export const LISTENERS: readonly Listener[] = [
  {
    name: 'padel-alerts',
    channelId: '1100000000000000204',
    kind: 'text',
    settings: {},
    target: TOURNAMENT,
    follows: () => true,
  },
  {
    name: 'general',
    channelId: '1100000000000000203',
    kind: 'text',
    settings: { threads: true, board: true },
    ...his,
  },
  {
    name: 'announcements',
    channelId: '1100000000000000202',
    kind: 'announcement',
    settings: { delay: 60 },
    ...his,
  },
  { name: 'match-day', channelId: '1100000000000000205', kind: 'forum', settings: {}, ...his },
];

/**
 * The listeners without a delay. In tests that restart no process while the world leaps through the
 * evening, the clocks of the processes pass less time than any delay.
 */
export const AT_ONCE = LISTENERS.filter(({ settings }) => settings.delay === undefined);

const MODERATOR = '1100000000000000104';

/** Sets up the channels as `/alerts setup` and `/follow` would. */
export const setUpListeners = async (
  db: Db,
  listeners: readonly Listener[],
  { guildId, now }: { readonly guildId: string; readonly now: number },
): Promise<void> => {
  for (const { channelId: discordId, kind, settings, target } of listeners) {
    const setup = { discordId, guildId, kind, locale: 'en', configuredBy: MODERATOR, settings };
    const { key: channelKey } = await setUpChannel(db, setup, now);
    await addFollow(db, { channelKey, memberId: null }, target, now);
  }
};
