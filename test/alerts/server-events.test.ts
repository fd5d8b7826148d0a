import { describe, expect, it } from 'vitest';
import type { EventOutcome } from '#src/alerts/server-events/server-event-writer.ts';
import { createServerEvents } from '#src/alerts/server-events/server-events.ts';
import type { AlertSettings } from '#src/domain/alerts/settings.ts';
import type { FollowTarget } from '#src/domain/alerts/follows.ts';
import type { ServerEventStatus } from '#src/domain/alerts/server-event.ts';
import { MINUTE, HOUR } from '#src/lib/time.ts';
import { aTournament } from '../render/held.ts';
import { changeSettings, setPaused } from '#src/store/channels/channel-settings.ts';
import { removeFollow } from '#src/store/follows/follows.ts';
import { discordId, follow, NOON } from '../store/rows.ts';
import { aKnownMatch, aStage, pass, settle, whileFull } from './stage.ts';

interface Shown {
  guildId: string;
  name: string;
  startsAt: number;
  status: ServerEventStatus;
}

/** The bot's scheduled events as Discord keeps them; the responses can be replaced. */
const aCalendar = () => {
  const events = new Map<string, Shown>();
  let isSilent = false;
  const requests: string[] = [];
  let answer: EventOutcome | undefined;
  return {
    events,
    requests,
    shown: () => [...events.values()].map(({ status }) => status),
    answers: (next?: EventOutcome): void => {
      answer = next;
    },
    /** Makes Discord execute requests but lose its responses, or deliver them again. */
    losesAnswers: (loses = true): void => {
      isSilent = loses;
    },
    writer: {
      list: (guildId: string) =>
        Promise.resolve(
          [...events].flatMap(([eventId, { name, startsAt, status, ...event }]) =>
            event.guildId === guildId && (status === 'scheduled' || status === 'active')
              ? [{ eventId, name, startsAt, status }]
              : [],
          ),
        ),
      create: (guildId: string, { name, startsAt }: { name: string; startsAt: number }) => {
        requests.push('create');
        if (answer !== undefined) return Promise.resolve(answer);
        const eventId = String(events.size + 1);
        events.set(eventId, { guildId, name, startsAt, status: 'scheduled' });
        if (isSilent) return Promise.resolve<EventOutcome>({ kind: 'failed', reason: 'cut' });
        return Promise.resolve<EventOutcome>({ kind: 'done', eventId });
      },
      change: (
        _guildId: string,
        eventId: string,
        change: { event?: { name: string; startsAt: number }; status?: ServerEventStatus },
      ) => {
        requests.push(`change ${change.status ?? 'text'}`);
        const event = events.get(eventId);
        if (answer !== undefined) return Promise.resolve(answer);
        if (event === undefined) return Promise.resolve<EventOutcome>({ kind: 'gone' });
        Object.assign(event, change.event ?? {});
        if (change.status !== undefined) event.status = change.status;
        return Promise.resolve<EventOutcome>({ kind: 'done', eventId });
      },
    },
  };
};

const matchTarget = (id: number): FollowTarget => ({ kind: 'match', id });

/** A final that is scheduled for two hours after `NOON` in Rome, and a channel that follows it. */
const aFinal = async (
  settings: Partial<AlertSettings> = {},
  round: 1 | 2 = 1,
  serviceNow = (): number => Date.now(),
) => {
  const stage = await aStage();
  await stage.observer().tournament({ ...aTournament(), country: 'IT' });
  const match = { round, playedOn: '2026-06-07', scheduleLabel: 'Starting at 16:00' };
  const played = await aKnownMatch(stage, match);
  const setup = { settings: { events: 'finals' as const, ...settings } };
  const channel = await stage.chosen(1, setup, matchTarget(played.match.id));
  const calendar = aCalendar();
  const { writer } = calendar;
  const process = () =>
    createServerEvents({ db: stage.db(), now: Date.now, serviceNow, writer, log: stage.log });
  // A new process every time, so nothing is remembered in memory.
  const review = (): Promise<void> => process().review();
  return { stage, played, channel, calendar, review, process };
};

describe('a followed final', () => {
  it('becomes one event of the server, which starts and ends with the match', async () => {
    const { played, calendar, review } = await aFinal();
    await review();
    await review();
    expect([...calendar.events.values()]).toMatchObject([
      { startsAt: NOON + 2 * HOUR, status: 'scheduled' },
    ]);
    await played.begins();
    await review();
    expect(calendar.shown()).toEqual(['active']);
    await played.ends();
    await review();
    await review();
    expect(calendar.shown()).toEqual(['completed']);
    expect(calendar.requests).toEqual(['create', 'change active', 'change completed']);
  });

  it('has its event moved when the order of play changes', async () => {
    const { played, calendar, review } = await aFinal();
    await review();
    await played.seen({ ...played.match, scheduleLabel: 'Not before 17:30' });
    await review();
    expect([...calendar.events.values()]).toMatchObject([{ startsAt: NOON + 3.5 * HOUR }]);
  });

  it('has its event started and ended in one review when its start was not seen', async () => {
    const { played, calendar, review } = await aFinal();
    await review();
    await played.begins();
    await played.ends();
    await review();
    expect(calendar.requests).toEqual(['create', 'change active', 'change completed']);
  });

  it('has its event created and started after the spoiler delay', async () => {
    const { played, calendar, review } = await aFinal({ delay: 60 });
    await review();
    expect(calendar.shown()).toEqual([]);
    await pass(MINUTE);
    await review();
    await played.begins();
    await review();
    expect(calendar.shown()).toEqual(['scheduled']);
    await pass(MINUTE);
    await review();
    expect(calendar.shown()).toEqual(['active']);
  });

  it('gets no second event when somebody deletes the first', async () => {
    const { played, calendar, review } = await aFinal();
    await review();
    calendar.events.clear();
    await played.begins();
    await review();
    await review();
    expect(calendar.requests).toEqual(['create', 'change active']);
  });

  it('gets its event after an hour, and not before, when Discord refused it', async () => {
    const { calendar, review } = await aFinal();
    calendar.answers({ kind: 'refused', reason: 'a permission is missing' });
    await review();
    await review();
    expect(calendar.requests).toEqual(['create']);
    calendar.answers();
    await pass(HOUR + MINUTE);
    await review();
    expect(calendar.shown()).toEqual(['scheduled']);
  });

  it('has its event canceled when the channel turns events off', async () => {
    const { stage, channel, calendar, review } = await aFinal();
    await review();
    await changeSettings(stage.db(), channel.key, (own) => ({ ...own, events: 'none' }), NOON);
    await review();
    await review();
    expect(calendar.shown()).toEqual(['canceled']);
    expect(calendar.requests).toEqual(['create', 'change canceled']);
  });
});

it.each([
  ['no event when the channel wants finals only', 'finals', []],
  ['an event when the channel wants all followed matches', 'followed', ['create']],
] as const)('a semifinal gets %s', async (_case, events, requests) => {
  const { calendar, review } = await aFinal({ events }, 2);
  await review();
  expect(calendar.requests).toEqual(requests);
});

it('a match with an estimated time gets its event once a time is announced', async () => {
  const { played, calendar, review } = await aFinal();
  const label = 'Estimated around 16:00';
  await played.seen({ ...played.match, scheduleLabel: label, scheduledAt: NOON + 2 * HOUR });
  await review();
  expect(calendar.requests).toEqual([]);
  await played.isKnown();
  await review();
  expect(calendar.shown()).toEqual(['scheduled']);
});

describe('an event of a server', () => {
  it('is not changed when only the clock of the service drifts', async () => {
    let drift = 0;
    const { calendar, review } = await aFinal({}, 1, () => Date.now() + drift);
    await review();
    for (const each of [-130, -640, 20]) {
      drift = each;
      await pass(MINUTE);
      await review();
    }
    expect(calendar.requests).toEqual(['create']);
  });

  it('stays as it is while the channel is paused', async () => {
    const { stage, channel, calendar, review } = await aFinal();
    await review();
    await setPaused(stage.db(), channel.key, Date.now());
    await review();
    expect(calendar.shown()).toEqual(['scheduled']);
    await setPaused(stage.db(), channel.key, null);
    await review();
    expect(calendar.requests).toEqual(['create']);
  });

  it('is created again when the channel turns events on again', async () => {
    const { stage, channel, calendar, review } = await aFinal();
    await review();
    for (const events of ['none', 'finals'] as const) {
      await changeSettings(stage.db(), channel.key, (own) => ({ ...own, events }), NOON);
      await review();
    }
    expect(calendar.requests).toEqual(['create', 'change canceled', 'create']);
  });

  it('moves even to a day for which no event would be created yet', async () => {
    const { played, calendar, review } = await aFinal();
    await review();
    await played.seen({ ...played.match, playedOn: '2026-06-14' });
    await review();
    expect([...calendar.events.values()]).toMatchObject([{ startsAt: NOON + (7 * 24 + 2) * HOUR }]);
  });

  it('is canceled when nobody follows the match any more', async () => {
    const { stage, channel, played, calendar, review } = await aFinal();
    await review();
    const follower = { channelKey: channel.key, memberId: null };
    await removeFollow(stage.db(), follower, matchTarget(played.match.id));
    await review();
    await review();
    expect(calendar.requests).toEqual(['create', 'change canceled']);
  });

  it('is not created for follows of members alone when the channel ignores those', async () => {
    const { stage, channel, played, calendar, review } = await aFinal({ memberFollows: false });
    const follower = { channelKey: channel.key, memberId: null };
    await removeFollow(stage.db(), follower, matchTarget(played.match.id));
    await follow(stage.db(), channel, matchTarget(played.match.id), discordId(70_001));
    await review();
    expect(calendar.requests).toEqual([]);
  });

  it.each(['the same', 'another'])(
    'is found by %s process when the response to its creation was lost',
    async (which) => {
      const scene = await aFinal();
      const { calendar } = scene;
      const review = which === 'the same' ? scene.process().review : scene.review;
      calendar.losesAnswers();
      await review();
      calendar.losesAnswers(false);
      await pass(MINUTE);
      await review();
      await review();
      expect(calendar.shown()).toEqual(['scheduled']);
      // The bot does not know what the event shows, so it writes the text again.
      expect(calendar.requests).toEqual(['create', 'change text']);
    },
  );

  it('is created once while the database cannot record it', async () => {
    const { stage, calendar, process } = await aFinal();
    const { review } = process();
    await whileFull(stage.db(), 'server_events', async () => {
      for (let minute = 0; minute < 3; minute += 1) {
        const reviewing = review();
        await pass(2 * MINUTE);
        await reviewing;
      }
    });
    await review();
    await review();
    expect(calendar.shown()).toEqual(['scheduled']);
    // The bot does not know what the event shows, so it writes the text again.
    expect(calendar.requests).toEqual(['create', 'change text']);
  });

  it('is recorded as created when the first attempt to record it fails', async () => {
    const { stage, calendar, process } = await aFinal();
    const { review } = process();
    let reviewing = Promise.resolve();
    await whileFull(stage.db(), 'server_events', async () => {
      reviewing = review();
      await pass(5_000);
    });
    await pass(MINUTE);
    await reviewing;
    await review();
    expect(calendar.requests).toEqual(['create']);
  });

  it('is created when another event of the same name exists at another time', async () => {
    const { channel, calendar, review } = await aFinal();
    const name = 'Vega / Lamas – Soria / Pinto';
    const { guildId } = channel;
    calendar.events.set('77', { guildId, name, startsAt: NOON - 24 * HOUR, status: 'active' });
    await review();
    expect(calendar.requests).toEqual(['create']);
    expect([...calendar.events.values()].map((event) => event.name)).toEqual([name, name]);
  });

  it('waits in a rate-limited server without delaying other servers', async () => {
    const { stage, played, calendar, review } = await aFinal();
    await stage.chosen(2, { settings: { events: 'finals' } }, matchTarget(played.match.id));
    const requests: string[] = [];
    const { create } = calendar.writer;
    const limited = Promise.withResolvers<EventOutcome>();
    calendar.writer.create = (guildId, event) => {
      requests.push(guildId);
      return guildId === discordId(50_001) ? limited.promise : create(guildId, event);
    };
    const reviewing = review();
    await settle();
    expect(requests.toSorted()).toEqual([discordId(50_001), discordId(50_002)]);
    expect(calendar.shown()).toEqual(['scheduled']);
    limited.resolve({ kind: 'limited' });
    await reviewing;
    calendar.writer.create = create;
    await review();
    expect(calendar.shown()).toEqual(['scheduled', 'scheduled']);
  });
});
