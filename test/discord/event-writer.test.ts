import { describe, expect, it } from 'vitest';
import { createEventWriter } from '#src/discord/rest/event-writer.ts';
import { createInvalidRequestCounter } from '#src/discord/rest/invalid-request-counter.ts';
import { MINUTE } from '#src/lib/time.ts';
import { aLocalDiscord, rest } from '../../sandbox/test/discord/setup.ts';
import { isoTime } from '#sandbox/discord/json.ts';
import { aRestServer, type Pending } from './rest-server.ts';

const GUILD = '2100000000000000001';
const OWN = '2100000000000000002';

const event = {
  name: 'Vega / Lamas – Soria / Pinto',
  description: 'Women · Final',
  location: 'Madrid P1 · Center Court',
  startsAt: Date.UTC(2026, 5, 7, 16),
  endsAt: Date.UTC(2026, 5, 7, 19),
};

const aWriter = (apiUrl: string, token = 'token', ownId = OWN) => {
  const invalidRequests = createInvalidRequestCounter({ now: () => performance.now() });
  const state = { isOurs: true, blockedForMs: 0 };
  const writer = createEventWriter({
    apiUrl,
    token,
    ownId: () => ownId,
    invalidRequests,
    mayWrite: () => state.isOurs,
    blockedForMs: () => state.blockedForMs,
  });
  return { invalidRequests, state, writer };
};

const DENIED = { code: 50_013, message: 'No.' };

const listed = (id: string, more: object = {}) => ({
  id,
  name: event.name,
  status: 1,
  creator_id: OWN,
  scheduled_start_time: new Date(event.startsAt).toISOString(),
  ...more,
});

describe('the writer of scheduled events', () => {
  it('creates no event after it has stopped, not even one that waits for its turn', async () => {
    const server = await aRestServer();
    const { writer } = aWriter(server.apiUrl);
    const made = Array.from({ length: 20 }, (_, n) => writer.create(`${GUILD}${n}`, event));
    await server.next();
    void writer.stop();
    const outcomes = await Promise.all(made.slice(5));
    expect(outcomes).toEqual(Array.from({ length: 15 }, () => ({ kind: 'limited' })));
  });

  it('creates, lists, changes and ends an event', async () => {
    const { apiUrl, token, guildId, applicationId } = await aLocalDiscord();
    const { writer } = aWriter(apiUrl, token, applicationId);
    const startsAt = Math.ceil(Date.now() / MINUTE) * MINUTE + 60 * MINUTE;
    const text = { ...event, startsAt, endsAt: startsAt + 180 * MINUTE };
    const made = await writer.create(guildId, text);
    expect(made.kind).toBe('done');
    const eventId = made.kind === 'done' ? made.eventId : '';
    const shown = { eventId, name: text.name, startsAt };
    expect(await writer.list(guildId)).toEqual([{ ...shown, status: 'scheduled' }]);
    await writer.change(guildId, eventId, { status: 'active' });
    expect(await writer.list(guildId)).toEqual([{ ...shown, status: 'active' }]);
    await writer.change(guildId, eventId, { status: 'completed' });
    expect(await writer.list(guildId)).toEqual([]);
    expect(await writer.change(guildId, eventId, { event: text })).toEqual({ kind: 'gone' });
  });

  it('moves only the end of an event that has begun by itself, and ends what is canceled', async () => {
    let now = Date.UTC(2026, 5, 7, 12);
    const local = await aLocalDiscord({ now: () => now });
    const { apiUrl, token, guildId, applicationId } = local;
    const { writer } = aWriter(apiUrl, token, applicationId);
    const text = { ...event, startsAt: now + 60 * MINUTE, endsAt: now + 240 * MINUTE };
    const made = await writer.create(guildId, text);
    const eventId = made.kind === 'done' ? made.eventId : '';
    now += 61 * MINUTE;
    const moved = { ...text, startsAt: now + 30 * MINUTE, endsAt: now + 210 * MINUTE };
    const done = { kind: 'done', eventId };
    expect(await writer.change(guildId, eventId, { event: moved })).toEqual(done);
    const path = `/guilds/${guildId}/scheduled-events/${eventId}`;
    expect((await rest(local, 'GET', path)).body).toMatchObject({
      scheduled_start_time: isoTime(text.startsAt),
      scheduled_end_time: isoTime(moved.endsAt),
      status: 2,
    });
    expect(await writer.change(guildId, eventId, { status: 'active' })).toEqual(done);
    expect(await writer.change(guildId, eventId, { status: 'canceled' })).toEqual(done);
    expect((await rest(local, 'GET', path)).body).toMatchObject({ status: 3 });
  });

  it.each<[string, Parameters<Pending['answer']> | null, object]>([
    ['that the event is gone', [404, { code: 10_070 }], { kind: 'gone' }],
    ['that a permission is missing', [403, DENIED], { kind: 'refused', reason: '50013 No.' }],
    ['with a rate limit', [429, {}, { 'retry-after': '60' }], { kind: 'limited' }],
    ['with a server error, after which the event may exist', [502], { kind: 'failed' }],
    ['by closing the connection, after which the event may exist', null, { kind: 'failed' }],
  ])('does not retry when Discord answers %s', async (_word, response, outcome) => {
    const server = await aRestServer();
    const { writer } = aWriter(server.apiUrl);
    const creating = writer.create(GUILD, event);
    const { answer, cut } = await server.next();
    if (response === null) cut();
    else answer(...response);
    expect(await creating).toMatchObject(outcome);
    expect(server.waiting).toEqual([]);
  });

  it('lists neither events of other creators nor those that are over', async () => {
    const server = await aRestServer();
    const { writer } = aWriter(server.apiUrl);
    const listing = writer.list(GUILD);
    const events = [
      listed('1', { creator_id: '2100000000000000003' }),
      listed('2', { status: 3 }),
      listed('3', { status: 2 }),
    ];
    const { path, answer } = await server.next();
    expect(path).toBe(`/guilds/${GUILD}/scheduled-events`);
    answer(200, events);
    const { name, startsAt } = event;
    expect(await listing).toEqual([{ eventId: '3', name, startsAt, status: 'active' }]);
  });

  it.each([
    ['while all requests are blocked', { blockedForMs: 1 }],
    ['in a process that has lost the lease', { isOurs: false }],
  ])('neither creates nor lists events %s', async (_reason, change) => {
    const server = await aRestServer();
    const { writer, state } = aWriter(server.apiUrl);
    const before = { ...state };
    Object.assign(state, change);
    expect(await writer.create(GUILD, event)).toEqual({ kind: 'limited' });
    expect(await writer.list(GUILD)).toBeNull();
    Object.assign(state, before);
    const creating = writer.create(GUILD, event);
    (await server.next()).answer(200, { id: '900' });
    expect(await creating).toEqual({ kind: 'done', eventId: '900' });
    expect(server.waiting).toEqual([]);
  });

  it('lists null, and counts an invalid request, when Discord refuses the list', async () => {
    const server = await aRestServer();
    const { writer, invalidRequests } = aWriter(server.apiUrl);
    const listing = writer.list(GUILD);
    (await server.next()).answer(403, { code: 50_001, message: 'Missing Access' });
    expect(await listing).toBeNull();
    expect(invalidRequests.count()).toBe(1);
  });
});
