import {
  Events,
  GatewayIntentBits,
  GuildScheduledEventEntityType,
  GuildScheduledEventPrivacyLevel,
  GuildScheduledEventStatus,
  type Client,
} from 'discord.js';
import { expect, test } from 'vitest';
import { HOUR } from '../../../src/lib/time.ts';
import type { LocalDiscord } from '#sandbox/discord/index.ts';
import { aBot, aLocalDiscord, control, rest } from './setup.ts';

const NOON = Date.parse('2026-05-01T12:00:00Z');
const { Scheduled, Active, Completed, Canceled } = GuildScheduledEventStatus;

const at = (hours: number): string => new Date(NOON + hours * HOUR).toISOString();

const anEvent = (more: object = {}) => ({
  name: 'Final',
  privacy_level: 2,
  entity_type: 3,
  entity_metadata: { location: 'Centre court' },
  scheduled_start_time: at(1),
  scheduled_end_time: at(3),
  ...more,
});

const path = ({ guildId }: LocalDiscord, id = '') =>
  `/guilds/${guildId}/scheduled-events${id === '' ? '' : `/${id}`}`;

const aSetup = async (limits: { readonly openEvents?: number } = {}) => {
  let now = NOON;
  const local = await aLocalDiscord({ now: () => now, limits });
  const create = (more: object = {}) => rest(local, 'POST', path(local), anEvent(more));
  return {
    local,
    create,
    created: async (more: object = {}) => String((await create(more)).body['id']),
    patch: (id: string, body: object) => rest(local, 'PATCH', path(local, id), body),
    pass: (hours: number) => {
      now += hours * HOUR;
    },
  };
};

const issue = (keys: string, code: string) => ({
  code: 50_035,
  errors: keys
    .split('.')
    .reduceRight<object>((inner, key) => ({ [key]: inner }), { _errors: [{ code }] }),
});

/** Records the scheduled events that a bot receives as text. */
const eventsOf = (bot: Client<true>): string[] => {
  const received: string[] = [];
  bot.on(Events.GuildScheduledEventCreate, ({ name }) => received.push(`created ${name}`));
  bot.on(Events.GuildScheduledEventUpdate, (_before, { name, status }) =>
    received.push(`${name} is ${GuildScheduledEventStatus[status]}`),
  );
  bot.on(Events.GuildScheduledEventDelete, ({ name }) => received.push(`deleted ${name ?? ''}`));
  return received;
};

const INTENTS = [GatewayIntentBits.Guilds, GatewayIntentBits.GuildScheduledEvents];

test('an event is created, changed, started, ended and deleted, and the bot gets each step', async () => {
  const local = await aLocalDiscord();
  const bot = await aBot(local, { intents: INTENTS });
  const received = eventsOf(bot);
  const guild = await bot.guilds.fetch(local.guildId);
  const event = await guild.scheduledEvents.create({
    name: 'Final',
    description: 'Two pairs, one cup',
    privacyLevel: GuildScheduledEventPrivacyLevel.GuildOnly,
    entityType: GuildScheduledEventEntityType.External,
    entityMetadata: { location: 'Centre court' },
    scheduledStartTime: Date.now() + HOUR,
    scheduledEndTime: Date.now() + 3 * HOUR,
  });
  await event.edit({ entityMetadata: { location: 'Court 1' }, name: 'The final' });
  await event.setStatus(Active);
  const fetched = await guild.scheduledEvents.fetch({ guildScheduledEvent: event.id, force: true });
  expect(fetched).toMatchObject({
    name: 'The final',
    description: 'Two pairs, one cup',
    entityMetadata: { location: 'Court 1' },
    creatorId: bot.user.id,
    status: Active,
  });
  expect((await control(local).state()).events).toMatchObject([
    { name: 'The final', location: 'Court 1', status: 'active' },
  ]);
  await event.setStatus(Completed);
  expect((await guild.scheduledEvents.fetch()).size).toBe(0);
  await event.delete();
  expect((await control(local).state()).events).toEqual([]);
  await expect
    .poll(() => received)
    .toEqual([
      'created Final',
      'The final is Scheduled',
      'The final is Active',
      'The final is Completed',
      'deleted The final',
    ]);
});

test('a bot gets events only with the intent for them, existing ones at its login', async () => {
  const local = await aLocalDiscord();
  const deaf = await aBot(local);
  const received = eventsOf(deaf);
  const later = {
    scheduled_start_time: '2099-01-01T10:00:00+02:00',
    scheduled_end_time: '2099-01-02',
  };
  const { status } = await rest(local, 'POST', path(local), anEvent(later));
  expect(status).toBe(200);
  const late = await aBot(local, { intents: INTENTS });
  const [known] = [...(late.guilds.cache.first()?.scheduledEvents.cache.values() ?? [])];
  expect(known?.scheduledStartAt?.toISOString()).toBe('2099-01-01T08:00:00.000Z');
  const spoken = new Promise((resolve) => {
    deaf.once(Events.MessageCreate, resolve);
  });
  await control(local).say('general', 'the last word');
  await spoken;
  expect(received).toEqual([]);
});

test.each([
  ['no name', { name: ' ' }, 'name', 'BASE_TYPE_REQUIRED'],
  ['a name that is too long', { name: 'x'.repeat(101) }, 'name', 'BASE_TYPE_MAX_LENGTH'],
  [
    'a description that is too long',
    { description: 'x'.repeat(1_001) },
    'description',
    'BASE_TYPE_MAX_LENGTH',
  ],
  ['no end', { scheduled_end_time: undefined }, 'scheduled_end_time', 'BASE_TYPE_REQUIRED'],
  [
    'no location',
    { entity_metadata: { location: '' } },
    'entity_metadata.location',
    'BASE_TYPE_REQUIRED',
  ],
  [
    'a location that is too long',
    { entity_metadata: { location: 'x'.repeat(101) } },
    'entity_metadata.location',
    'BASE_TYPE_MAX_LENGTH',
  ],
  [
    'a start that is not a time',
    { scheduled_start_time: 'soon' },
    'scheduled_start_time',
    'DATE_TIME_TYPE_PARSE',
  ],
  [
    'a start that is now',
    { scheduled_start_time: at(0) },
    'scheduled_start_time',
    'GUILD_SCHEDULED_EVENT_SCHEDULE_PAST',
  ],
  [
    'an end before its start',
    { scheduled_end_time: at(0.5) },
    'scheduled_end_time',
    'GUILD_SCHEDULED_EVENT_SCHEDULE_END_BEFORE_START',
  ],
  ['a voice channel as its place', { entity_type: 2 }, 'entity_type', 'BASE_TYPE_CHOICES'],
  ['an invalid picture', { image: 'cup.png' }, 'image', 'IMAGE_INVALID'],
])('an event with %s is rejected', async (_reason, more, keys, code) => {
  const { create, local } = await aSetup();
  const answer = await create(more);
  expect([answer.status, answer.body]).toEqual([400, expect.objectContaining({ code: 50_035 })]);
  expect(answer.body).toMatchObject(issue(keys, code));
  expect((await control(local).state()).events).toEqual([]);
});

test.each([
  ['a scheduled event can be cancelled', [Canceled], [200]],
  ['a scheduled event cannot be completed', [Completed], [50_035]],
  ['an active event cannot be cancelled', [Active, Canceled], [200, 50_035]],
  ['an active event cannot be scheduled again', [Active, Scheduled], [200, 50_035]],
  ['a completed event cannot be started again', [Active, Completed, Active], [200, 200, 180_000]],
  ['a cancelled event cannot be started', [Canceled, Active], [200, 180_000]],
])('%s', async (_sentence, statuses, expected) => {
  const { created, patch } = await aSetup();
  const id = await created();
  const outcomes: unknown[] = [];
  for (const status of statuses) {
    const answer = await patch(id, { status });
    outcomes.push(answer.status === 200 ? 200 : answer.body['code']);
  }
  expect(outcomes).toEqual(expected);
});

test('the start of an active event cannot be moved, but its end can', async () => {
  const { created, patch } = await aSetup();
  const id = await created();
  await patch(id, { status: Active });
  expect((await patch(id, { scheduled_start_time: at(2) })).body).toMatchObject(
    issue('scheduled_start_time', 'GUILD_SCHEDULED_EVENT_SCHEDULE_INVALID_START_BY_STATUS'),
  );
  expect((await patch(id, { scheduled_end_time: at(5) })).status).toBe(200);
});

test('an event starts and ends on its own', async () => {
  const { local, created, pass } = await aSetup();
  const id = await created();
  const status = async () => (await rest(local, 'GET', path(local, id))).body['status'];
  pass(0.9);
  expect(await status()).toBe(Scheduled);
  pass(0.1);
  expect(await status()).toBe(Active);
  pass(2);
  expect(await status()).toBe(Completed);
  expect((await rest(local, 'GET', path(local))).body).toEqual([]);
});

test('the number of open events is limited, and a cancelled one does not count', async () => {
  const { create, created, patch } = await aSetup({ openEvents: 2 });
  const first = await created();
  await created();
  const refused = await create();
  expect([refused.status, refused.body['code']]).toEqual([400, 30_038]);
  await patch(first, { status: Canceled });
  expect((await create()).status).toBe(200);
});

test('creating an event needs CreateEvents, and changing one needs it or ManageEvents', async () => {
  const { local, create, created, patch } = await aSetup();
  const id = await created();
  await control(local).invite(['ViewChannel', 'ManageEvents']);
  expect((await create()).body).toMatchObject({ code: 50_013 });
  expect((await patch(id, { name: 'Managed' })).status).toBe(200);
  await control(local).invite(['ViewChannel', 'CreateEvents']);
  expect((await patch(id, { name: 'My own' })).status).toBe(200);
  await control(local).invite(['ViewChannel']);
  for (const method of ['PATCH', 'DELETE']) {
    const answer = await rest(local, method, path(local, id), method === 'PATCH' ? {} : undefined);
    expect([answer.status, answer.body['code']]).toEqual([403, 50_013]);
  }
  expect((await rest(local, 'GET', path(local, '1'))).body).toMatchObject({ code: 10_070 });
});
