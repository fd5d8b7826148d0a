import type { AlertKind } from '../../domain/alerts/kinds.ts';
import { matchFilterReason } from '../../domain/alerts/settings.ts';
import { namesMatch, targetsOf } from '../../domain/alerts/follows.ts';
import type { TrackedMatch } from '../../domain/match/state.ts';
import { isRecipient } from '../../store/follows/audiences.ts';
import type { Channel } from '../../store/channels/channels.ts';
import type { Db } from '../../store/connection/database.ts';

type About = Pick<TrackedMatch, 'match' | 'tournament'>;

/** The targets whose followers want a match however little of it can be followed live. */
export const namingTargets = (held: About) => targetsOf(held).filter(namesMatch);

/**
 * The matches that a channel wants despite little live data, because it follows one of the players
 * or the match. Queried only where that matters.
 * @param kind of alert; null for any
 * @returns their ids
 */
export const namedIn = async (
  db: Db,
  channel: Pick<Channel, 'key' | 'settings'>,
  kind: AlertKind | null,
  matches: readonly About[],
): Promise<ReadonlySet<number>> => {
  const named = new Set<number>();
  for (const held of matches) {
    if (matchFilterReason(channel.settings, held) !== 'watchability') continue;
    if (await isRecipient(db, namingTargets(held), kind, channel)) named.add(held.match.id);
  }
  return named;
};
