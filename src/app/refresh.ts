import type { Live } from '../live/live.ts';
import type { PadelApi } from '../padel-api/client.ts';
import type { DirectorySync } from '../padel-api/directory-sync.ts';
import type { Hint } from '../padel-api/wire/webhook.ts';

export interface RefreshOptions {
  readonly api: Pick<PadelApi, 'forgetMatch'>;
  readonly live: Pick<Live, 'look' | 'calendarChanged'>;
  readonly directorySync: Pick<DirectorySync, 'look'>;
}

/**
 * Reads what a webhook says has changed; resolves when that is read. A match that was filled in later
 * is of the past: no answer from before is served any more, but it costs no request, and nothing of it
 * is announced.
 */
export const createRefresh =
  ({ api, live, directorySync }: RefreshOptions) =>
  async (hint: Hint): Promise<void> => {
    // Of the past, and for nobody news: the next walk through the names finds it.
    if (hint.kind === 'tournament' && hint.change === 'backfilled') return;
    if (hint.kind === 'tournament') live.calendarChanged();
    if (hint.kind !== 'match') {
      await directorySync.look(hint);
      return;
    }
    api.forgetMatch(hint.id);
    if (hint.change !== 'backfilled') await live.look(hint.id);
  };
