import { LRUCache } from 'lru-cache';

/** What names a channel: the live resources, which answer a request, or a frame. */
type ChannelSource = 'read' | 'frame';

type Names = Readonly<Partial<Record<ChannelSource | 'inUse', string>>>;

/** More matches than may be in play or next at the same time. */
const MAX_MATCHES = 2_000;

/** The form of the specification, for a match whose channel no source has named. */
export const specifiedChannel = (matchId: number): string => `matches.${matchId}`;

/** The channels on which the service pushes its matches, by the names that it last said. */
export const createChannels = () => {
  const channels = new LRUCache<number, Names>({ max: MAX_MATCHES });

  return {
    of: (matchId: number): string => channels.get(matchId)?.inUse ?? specifiedChannel(matchId),
    /** Whether any source has named its channel. */
    isNamed: (matchId: number): boolean => channels.get(matchId)?.inUse !== undefined,
    /**
     * A source names the channel of a match. What it has said before is no news: two sources that
     * differ do not replace each other's names for ever.
     * @returns whether another channel is in use from now on
     */
    named: (matchId: number, name: string, source: ChannelSource): boolean => {
      const names = channels.get(matchId) ?? {};
      if (names[source] === name) return false;
      const before = names.inUse ?? specifiedChannel(matchId);
      channels.set(matchId, { ...names, [source]: name, inUse: name });
      return name !== before;
    },
    /**
     * Nothing is pushed on the channel in use.
     * @returns whether another one is in use from now on: that of the live resources
     */
    silent: (matchId: number): boolean => {
      const names = channels.get(matchId);
      if (names?.read === undefined || names.read === names.inUse) return false;
      channels.set(matchId, { ...names, inUse: names.read });
      return true;
    },
  };
};
