import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { channelsWithEvents } from '#src/store/channels/channel-settings.ts';
import { serverEvents } from '#src/store/channels/server-events.ts';
import { DIALECTS, useDialect } from './dialects.ts';
import { olderStore } from './older-store.ts';
import { NOON } from './rows.ts';

describe.each(DIALECTS)('a database from before migration 005, upgraded on $name', (dialect) => {
  const { emptyUrl, openAt } = useDialect(dialect);

  const upgraded = async () => {
    const url = await emptyUrl();
    const old = await olderStore(url, '003-alert-channels');
    for (const [id, events] of [
      ['11', 'finals'],
      ['12', 'none'],
      ['13', 'followed'],
    ]) {
      const settings = JSON.stringify({ events, delay: 0 });
      await sql`insert into channels (discord_id, guild_id, locale, configured_by, settings)
        values (${id}, ${`2${id}`}, 'en', '31', ${settings})`.execute(old);
    }
    await sql`insert into server_events (match_id, guild_id, event_id, shown, at)
      values (1, '211', '41', 'A|B|3 scheduled', ${NOON}), (2, '211', '42', '- completed', ${NOON}),
        (3, '211', null, 'refused', ${NOON})`.execute(old);
    await old.destroy();
    return await openAt(url);
  };

  it('keeps its server events and their status', async () => {
    const events = await serverEvents(await upgraded());
    expect(events.toSorted((a, b) => a.matchId - b.matchId)).toEqual([
      {
        matchId: 1,
        guildId: '211',
        eventId: '41',
        status: 'scheduled',
        shown: 'A|B|3',
        at: NOON,
      },
      { matchId: 2, guildId: '211', eventId: '42', status: 'completed', shown: '-', at: NOON },
      { matchId: 3, guildId: '211', eventId: null, status: 'refused', shown: '', at: NOON },
    ]);
  });

  it('keeps which channels chose server events', async () => {
    const channels = await channelsWithEvents(await upgraded());
    expect(channels.map(({ discordId }) => discordId).toSorted()).toEqual(['11', '13']);
  });
});
