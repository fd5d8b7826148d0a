import type { Logger } from '../../lib/logger.ts';
import { withTimeout } from '../../lib/with-timeout.ts';
import type { ChannelPlace, OwnView, Services } from '../command.ts';
import { isThread } from '../servers/channel-kinds.ts';
import type { GuildCache } from '../servers/servers.ts';
import type { Interaction } from './interaction.ts';

/** An interaction, and what its channel and its user have set for the answer. */
export interface Use<I extends Interaction = Interaction> {
  readonly interaction: I;
  readonly place: ChannelPlace;
  readonly view: OwnView;
  /** Adds the interaction to each line. */
  readonly log: Logger;
}

/** Together with the second before deferring, this stays below Discord's three seconds. */
const TIMEOUT_MS = 1_000;

/** While the database cannot be read, nothing is spoiled: in a guarded channel, and with hidden scores. */
export const UNKNOWN_PLACE: ChannelPlace = { locale: null, isGuarded: true };
export const UNKNOWN_VIEW: OwnView = { locale: null, hidesScores: true };

export const isUnknown = ({ place, view }: Use): boolean =>
  place === UNKNOWN_PLACE || view === UNKNOWN_VIEW;

interface Sources {
  readonly servers: GuildCache;
  readonly services: Pick<Services, 'placeOf' | 'viewOf'>;
}

/** The channel of the thread in which something is used; null outside of threads. */
export const parentOf = (
  { guildId, channelId }: Interaction,
  servers: GuildCache,
): string | null => {
  const channel = servers.of(guildId ?? '')?.channels.get(channelId ?? '');
  return channel !== undefined && isThread(channel.type) ? channel.parentId : null;
};

/** What is set, or the safe choice where that cannot be read. */
const readOr = async <T>(
  safe: T,
  read: Promise<T>,
  note: (details: { readonly err: unknown }) => void,
): Promise<T> => {
  try {
    return await withTimeout(read, TIMEOUT_MS);
  } catch (error) {
    note({ err: error });
    return safe;
  }
};

/** How the user wants their own answers. Never throws. */
export const viewOf = (
  { userId }: Interaction,
  { services }: Pick<Sources, 'services'>,
  log: Logger,
): Promise<OwnView> =>
  readOr(UNKNOWN_VIEW, services.viewOf(userId), (details) => {
    log.error(details, 'settings of a member unreadable, scores are hidden');
  });

/** An interaction with what channel and user have set, read together. Never throws. */
export const useOf = async <I extends Interaction>(
  interaction: I,
  sources: Sources,
  log: Logger,
): Promise<Use<I>> => {
  const { channelId } = interaction;
  const parentId = parentOf(interaction, sources.servers);
  const [place, view] = await Promise.all([
    readOr(UNKNOWN_PLACE, sources.services.placeOf({ channelId, parentId }), (details) => {
      log.error({ ...details, channelId }, 'channel settings unreadable, answer is private');
    }),
    viewOf(interaction, sources, log),
  ]);
  return { interaction, place, view, log };
};
