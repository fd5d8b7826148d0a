import { eventKey, type RankedPlayer, type RankingEdition } from '../../domain/alerts/events.ts';
import { followedIn } from '../../domain/alerts/follows.ts';
import { localTime } from '../../domain/local-time.ts';
import { CATEGORIES, type Category, type Instant } from '../../domain/terms.ts';
import { createBackoff } from '../../lib/backoff.ts';
import { DAY, HOUR, MINUTE, dayAfter } from '../../lib/time.ts';
import type { Channel } from '../../store/channels/channels.ts';
import { deliveringTargets } from '../../store/members/audiences.ts';
import { addEvents } from '../../store/outbox/events.ts';
import { saveRanking, lastRanking } from '../../store/matches/rankings.ts';
import { isTypeWanted, channelsWanting } from '../../store/channels/channel-settings.ts';
import type { AlertsContext } from '../delivery/delivery.ts';
import { quietHoursEnd, newAlertEvent } from '../ingest/news.ts';

interface RankingsOptions extends Omit<AlertsContext, 'wake'> {
  /** The top of a category's current ranking; null unless its first page is news. */
  readonly ranking: (
    category: Category,
    isNews: (firstPage: RankingEdition) => boolean,
  ) => Promise<RankingEdition | null>;
}

/** The old ranking is read once more this long before Monday: it may have been corrected during the week. */
const EVE_MS = 4 * HOUR;

/** Until Wednesday noon: the ranking of women or men may be published a day after the other. */
const WINDOW_MS = 2 * DAY + 12 * HOUR;

/** What was read last is posted within a day: at the digest hour of each channel. */
const POSTED_MS = WINDOW_MS + DAY;

/** At first each hour, then more rarely: nineteen times in the window. */
const intervalAfter = (sinceMonday: number): number =>
  sinceMonday < 0 ? EVE_MS : Math.max(HOUR, sinceMonday / 5);

/** After a failure: six times in the window. */
const RETRY_DELAYS = { firstMs: 2 * HOUR, maxMs: DAY };

/** How often the channels are gone through: there may be thousands of direct messages. */
const SLOT_MS = 5 * MINUTE;

interface Monday {
  readonly date: string;
  /** Milliseconds; negative on its eve. */
  readonly since: number;
}

/** The Monday near an instant; null during the rest of the week. */
const mondayAt = (at: Instant): Monday | null => {
  const { date: day, weekday } = localTime('UTC', at + EVE_MS);
  const date = dayAfter(day, 1 - weekday);
  const since = at - Date.parse(`${date}T00:00:00Z`);
  return since > POSTED_MS ? null : { date, since };
};

const contentOf = (players: readonly RankedPlayer[]): string =>
  JSON.stringify(players.map(({ id, place, points }) => [id, place, points]));

/** The players with their earlier places, from the previous ranking unless the service says them. */
const movedFrom = (
  previous: readonly RankedPlayer[],
  players: readonly RankedPlayer[],
): readonly RankedPlayer[] => {
  if (players.some(({ before }) => before !== null)) return players;
  const places = new Map(previous.map(({ id, place }) => [id, place]));
  return players.map((player) => ({ ...player, before: places.get(player.id) ?? null }));
};

const hasMoved = ({ place, before }: RankedPlayer): boolean => before !== null && before !== place;

/** Whether it is the hour of a channel's daily digest, or later in the day. */
const isTimeIn = ({ settings }: Channel, monday: string, now: Instant): boolean => {
  const { date, minutes } = localTime(settings.timeZone, now);
  // East of UTC, Monday starts before its ranking is published.
  return date >= monday && minutes >= settings.digestAt;
};

/** Reads Monday's ranking once it is published, and posts it to every channel that wants it. */
export const createRankings = (options: RankingsOptions) => {
  const { db, now, serviceNow, ranking, log } = options;
  const requestedAt = new Map<Category, Instant>();
  const failures = createBackoff<Category>({ ...RETRY_DELAYS, now });
  const announcedIn = new Map<Category, number>();
  /** Event keys that this process has handled: a hundred names are not written again each time. */
  const handledKeys = new Set<string>();

  const read = async (category: Category, { date: monday, since }: Monday): Promise<void> => {
    if (since > WINDOW_MS) return;
    const eve = dayAfter(monday, -1);
    const latest = await lastRanking(db, category);
    if (latest !== undefined && latest.date >= (since < 0 ? eve : monday)) return;
    const sinceRequest = now() - (requestedAt.get(category) ?? -Infinity);
    if (sinceRequest < intervalAfter(since) || failures.remainingMs(category) > 0) return;
    requestedAt.set(category, now());
    // Without a date or the previous week's ranking, this one becomes the base of comparison.
    const previous =
      latest !== undefined && latest.date >= dayAfter(monday, -7) ? latest.players : null;
    const edition = await ranking(category, ({ date, players }) =>
      date !== null && date <= monday
        ? date > (latest?.date ?? '')
        : previous === null || contentOf(players) !== contentOf(previous.slice(0, players.length)),
    );
    failures.reset(category);
    if (edition === null) return;
    const { date, players } = edition;
    const isDated = date !== null && date <= monday;
    const isBase = !isDated && (since < 0 || previous === null);
    await saveRanking(db, category, {
      date: isDated ? date : isBase ? eve : monday,
      players: isBase ? players : movedFrom(previous ?? [], players),
    });
  };

  /** A direct message has only followed players, and is sent only if one of them moved. */
  const playersFor = async (
    channel: Channel,
    players: readonly RankedPlayer[],
  ): Promise<readonly RankedPlayer[]> => {
    if (channel.kind !== 'direct') return players;
    const followed = followedIn(players, await deliveringTargets(db, channel, 'daily'));
    return followed.some(hasMoved) ? followed : [];
  };

  const announce = async (category: Category, monday: string): Promise<void> => {
    const slot = Math.floor(now() / SLOT_MS);
    if (announcedIn.get(category) === slot) return;
    announcedIn.set(category, slot);
    const newest = await lastRanking(db, category);
    if (newest?.date !== monday) return;
    for (const channel of await channelsWanting(db, 'daily')) {
      const { key: channelKey, settings } = channel;
      const isOtherCategory = settings.category !== null && settings.category !== category;
      if (isOtherCategory || !isTimeIn(channel, monday, now())) continue;
      const event = { kind: 'ranking', channelKey, category, ...newest } as const;
      if (handledKeys.has(eventKey(event))) continue;
      const players = await playersFor(channel, newest.players);
      if (players.length > 0) {
        const news = newAlertEvent({ ...event, players }, quietHoursEnd(settings, now()));
        await addEvents(db, [news], now());
      }
      handledKeys.add(eventKey(event));
    }
  };

  return async (): Promise<void> => {
    const monday = mondayAt(serviceNow());
    if (monday === null) handledKeys.clear();
    if (monday === null || !(await isTypeWanted(db, 'daily'))) return;
    for (const category of CATEGORIES) {
      try {
        await read(category, monday);
      } catch (error) {
        const retryInMs = failures.fail(category);
        log.warn({ err: error, category, retryInMs }, 'ranking could not be read: last one stays');
      }
      await announce(category, monday.date);
    }
  };
};
