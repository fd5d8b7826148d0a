import type { Diff } from '../../domain/match/events.ts';
import { hasGameEnded } from '../../domain/match/game-history.ts';
import { isOver } from '../../domain/match/match.ts';
import type { TrackedMatch } from '../../domain/match/state.ts';
import { momentChanges, type MomentChanges } from '../../domain/alerts/moment-changes.ts';
import { isTense } from '../../domain/alerts/moments.ts';
import { winProbability } from '../../domain/probability/win-probability.ts';
import type { Instant } from '../../domain/terms.ts';
import { areMomentsWanted } from '../../store/channels/channel-settings.ts';
import type { Tx } from '../../store/connection/database.ts';
import { momentEvents } from '../../store/outbox/match-events.ts';

const NO_MOMENTS: MomentChanges = { news: [], revised: [] };

export const momentNews = async (
  tx: Tx,
  before: TrackedMatch,
  after: TrackedMatch,
  { news, corrections }: Pick<Diff, 'news' | 'corrections'>,
  at: Instant,
): Promise<MomentChanges> => {
  if (!(await areMomentsWanted(tx))) return NO_MOMENTS;
  const isNews =
    news.length + corrections.length > 0 ||
    isOver(before.state) !== isOver(after.state) ||
    hasGameEnded(before.state, after.state);
  const probability = winProbability(after);
  const isWorthLooking = isNews || (probability.kind !== 'none' && isTense(probability));
  if (!isWorthLooking) return NO_MOMENTS;
  return momentChanges(after, await momentEvents(tx, after.match.id), at);
};
