import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { PRESETS } from '#src/domain/alerts/kinds.ts';
import { DEFAULT_SETTINGS } from '#src/domain/alerts/settings.ts';
import { stateOf } from '#src/domain/match/state.ts';
import { MINUTE } from '#src/lib/time.ts';
import { findCard } from '#src/store/cards/cards.ts';
import { channelsOfGuild } from '#src/store/channels/channels.ts';
import type { Db } from '#src/store/connection/database.ts';
import { removeChannel } from '#src/store/channels/guild-channels.ts';
import { openEvents } from '#src/store/outbox/events.ts';
import { followsOf } from '#src/store/follows/follows.ts';
import { matchesInPlay } from '#src/store/matches/matches.ts';
import { matchStateAt } from '#src/store/matches/match-states.ts';
import { threadOf } from '#src/store/cards/threads.ts';
import { aMatch } from '../domain/feed.ts';
import { DIALECTS, useDialect } from './dialects.ts';
import { olderStore } from './older-store.ts';
import { aChannel, aPlayer, NOON } from './rows.ts';
import { dueDeliveries, stalePosts } from './due.ts';

const MATCH = aMatch({ status: 'live' });

/** Two servers with one alert channel each, during a match. */
const fill = async (old: Db): Promise<void> => {
  const [match, state] = [JSON.stringify(MATCH), JSON.stringify(stateOf(MATCH))];
  const start = JSON.stringify({ kind: 'start', matchId: 123 });
  const set = JSON.stringify({
    kind: 'set',
    matchId: 123,
    set: 1,
    score: { team_1: 6, team_2: 4, tieBreak: null },
    minutes: null,
  });
  for (const [discord, guild, locale, broken, reason] of [
    ['11', '21', 'es', null, null],
    ['12', '22', 'en', NOON, 'missing-access'],
  ]) {
    await sql`insert into channels (discord_id, guild_id, locale, configured_by, broken_at, broken_reason)
      values (${discord}, ${guild}, ${locale}, '31', ${broken}, ${reason})`.execute(old);
  }
  await sql`insert into follows (kind, target_id, channel_id, member_id, created_at)
    values ('player', 1, 1, '', 5), ('player', 1, 2, '71', 5), ('player', 2, 2, '', 6)`.execute(
    old,
  );
  await sql`insert into matches (id, rev, tournament_id, phase, match, state, changed_at)
    values (123, 4, 7, 'playing', ${match}, ${state}, ${NOON})`.execute(old);
  await sql`insert into cards (match_id, channel_id, message_id, posted_at, shown_rev, shown_at)
    values (123, 1, '901', ${NOON}, 3, ${NOON})`.execute(old);
  await sql`insert into events (id, key, match_id, kind, payload, lane, created_at, expires_at, done_at, rev, revised_at)
    values (1, 'match:123:start', 123, 'start', ${start}, 0, ${NOON}, ${NOON + MINUTE}, ${NOON}, 0, null),
      (2, 'match:123:set:1', 123, 'set', ${set}, 1, ${NOON}, ${NOON + MINUTE}, null, 1, ${NOON})`.execute(
    old,
  );
  await sql`insert into deliveries (event_id, channel_id, outcome, reason, due_at, message_id, at)
    values (1, 1, 'sent', null, null, '901', ${NOON}), (2, 1, 'sent', null, null, '902', ${NOON}),
      (1, 2, 'parked', 'missing-access', ${NOON}, null, ${NOON})`.execute(old);
};

describe.each(DIALECTS)('a database from before alert channels, upgraded on $name', (dialect) => {
  const { emptyUrl, openAt } = useDialect(dialect);

  const upgraded = async () => {
    const url = await emptyUrl();
    const old = await olderStore(url, '002-pairs-in-directory');
    await fill(old);
    await old.destroy();
    return await openAt(url);
  };

  it('keeps its channels and their keys, with the alert kinds they received before', async () => {
    const db = await upgraded();
    const untouched = {
      kind: 'text',
      settings: { ...DEFAULT_SETTINGS, kinds: PRESETS.essentials },
      pausedAt: null,
    };
    expect(await channelsOfGuild(db, '21')).toEqual([
      {
        key: 1,
        discordId: '11',
        guildId: '21',
        locale: 'es',
        configuredBy: '31',
        broken: null,
        ...untouched,
      },
    ]);
    expect(await channelsOfGuild(db, '22')).toMatchObject([{ key: 2, broken: 'missing-access' }]);
  });

  it('keeps its follows, cards, matches, open events and delivery results', async () => {
    const db = await upgraded();
    expect(await followsOf(db, { channelKey: 1, memberId: null })).toEqual([aPlayer(1)]);
    expect(await followsOf(db, { channelKey: 2, memberId: '71' })).toEqual([aPlayer(1)]);
    expect(await findCard(db, { matchId: 123, channelKey: 1 })).toMatchObject({
      messageId: '901',
      shownRev: 3,
      messagesBelow: 0,
    });
    expect(await threadOf(db, { matchId: 123, channelKey: 1 })).toBeUndefined();
    expect((await matchesInPlay(db)).map(({ match, rev }) => [match, rev])).toEqual([[MATCH, 4]]);
    expect((await openEvents(db, 10)).events.map(({ key }) => key)).toEqual(['match:123:set:1']);
    expect(await stalePosts(db, NOON, 10)).toMatchObject([{ messageId: '902', targetId: null }]);
    expect(await dueDeliveries(db, NOON, 10)).toMatchObject([{ eventId: 1, channelKey: 2 }]);
    expect(await matchStateAt(db, 123, NOON)).toEqual({ seen: undefined, changesAt: null });
  });

  it('accepts a second channel in a server and never reuses a key', async () => {
    const db = await upgraded();
    const second = await aChannel(db, 1, { guildId: '21' });
    expect(second.key).toBe(3);
    expect((await channelsOfGuild(db, '21')).map(({ key }) => key)).toEqual([1, 3]);
    // The same Discord channel is still the same channel.
    expect((await aChannel(db, 9, { discordId: '12', guildId: '22' })).key).toBe(2);
    // The key of a removed channel is not reused.
    await removeChannel(db, second);
    expect((await aChannel(db, 2)).key).toBeGreaterThan(second.key);
  });
});
