import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startAgenda } from '#src/alerts/agenda/agenda.ts';
import { createDraws } from '#src/alerts/agenda/draws.ts';
import { createDailyDigests } from '#src/alerts/agenda/daily-digests.ts';
import { createNextMatches } from '#src/alerts/agenda/next-matches.ts';
import { createReminders } from '#src/alerts/agenda/reminders.ts';
import type { AlertType } from '#src/domain/alerts/alert-types.ts';
import type { AlertSettings } from '#src/domain/alerts/settings.ts';
import { followMask, type FollowTarget } from '#src/domain/alerts/follows.ts';
import { everyMinuteOf } from '#src/lib/every-minute.ts';
import type { Match } from '#src/domain/match/match.ts';
import { MINUTE, HOUR, DAY, SECOND } from '#src/lib/time.ts';
import { saveDirectory } from '#src/store/matches/directory.ts';
import { aMatch, teamsOf } from '../domain/feed.ts';
import { sets } from '../domain/written.ts';
import { aLog } from '../lib/log.ts';
import { aPlayer as aNamedPlayer } from '../padel-api/names.ts';
import { aTournament } from '../render/held.ts';
import { aPlayer, discordId, follow } from '../store/rows.ts';
import { aKnownMatch, aPlayedMatch, aStage, pass, settle } from './stage.ts';
import { storedReasons, typesIn } from './told.ts';

const CHANNEL = discordId(1);
const TOURNAMENT: FollowTarget = { kind: 'tournament', id: 7 };

/** What an agenda with these jobs does in each minute. */
const tickOf = (options: Omit<Parameters<typeof startAgenda>[0], 'everyMinute'>) => {
  let tick = (): Promise<void> => Promise.resolve();
  startAgenda({
    ...options,
    everyMinute: (work) => {
      tick = work;
      return { stop: () => Promise.resolve() };
    },
  });
  return tick;
};

/** A stage with an agenda, and channel 1 with these settings and follows. */
const aStageWithAgenda = async (
  settings: Partial<AlertSettings>,
  ...targets: readonly FollowTarget[]
) => {
  const stage = await aStage();
  const channel = await stage.chosen(1, { settings }, ...targets);
  // Italy has a single time zone, so the local times of its order of play are unambiguous.
  await stage.observer().tournament({ ...aTournament(), country: 'IT' });
  let behindMs = 0;
  let met: readonly Match[] = [];
  const tick = (): Promise<void> => {
    const { log } = stage;
    const serviceNow = (): number => Date.now() - behindMs;
    const options = { db: stage.db(), now: Date.now, serviceNow };
    const jobs = {
      draws: createDraws(options),
      nextMatches: createNextMatches({ ...options, log, meetings: () => Promise.resolve(met) }),
      reminders: createReminders(options),
      dailyDigests: createDailyDigests(options),
    };
    return tickOf({ jobs, log, wake: stage.alerts().wake })();
  };
  /**
   * Advances the clock by `count` minutes, in steps of ten and, for the last ten, of one; each step
   * ends with a tick. Every tick uses a new agenda, so nothing is remembered in memory.
   */
  const minutes = async (count: number): Promise<void> => {
    for (let left = count; left > 0;) {
      const step = left > 10 ? 10 : 1;
      await pass(step * MINUTE);
      await tick();
      left -= step;
    }
    await pass(1_000);
  };
  return {
    stage,
    channel,
    minutes,
    tick,
    /** Sets how far the service's clock is behind ours. */
    serviceIsBehind: (milliseconds: number): void => {
      behindMs = milliseconds;
    },
    /** The meetings that the service has of any two pairs. */
    haveMet: (...matches: readonly Match[]): void => {
      met = matches;
    },
    posts: () => stage.discord.contentsIn(CHANNEL),
  };
};

const wants = (...types: AlertType[]): Partial<AlertSettings> => ({ types });

describe('a reminder', () => {
  // The match is scheduled for 4:00 PM in Italy, two hours after the test begins.
  it.each([5, 15, 30, 60] as const)(
    'is posted once, %i minutes before the match',
    async (remindBefore) => {
      const scene = await aStageWithAgenda({ ...wants('upcoming'), remindBefore }, aPlayer(1));
      await aPlayedMatch(scene.stage).isKnown();
      await scene.minutes(120 - remindBefore - 1);
      expect(scene.posts()).toEqual([]);
      await scene.minutes(1);
      expect(scene.posts()).toEqual([
        expect.stringMatching(
          /^\*\*Vega \/ Lamas\*\* – .* does not start before <t:1780840800:t>\.$/,
        ),
      ]);
      await scene.stage.restart();
      await scene.minutes(remindBefore + 5);
      expect(scene.posts()).toHaveLength(1);
    },
  );

  it("is posted in its minute while the service's clock seems half a second behind", async () => {
    const settings = { ...wants('upcoming'), remindBefore: 15 } as const;
    const scene = await aStageWithAgenda(settings, aPlayer(1));
    scene.serviceIsBehind(500);
    await aPlayedMatch(scene.stage).isKnown();
    await scene.minutes(120 - 15);
    expect(scene.posts()).toHaveLength(1);
  });

  it('pings the members who follow the player', async () => {
    const scene = await aStageWithAgenda(wants('upcoming'), aPlayer(1));
    await follow(scene.stage.db(), scene.channel, aPlayer(1), discordId(70_001));
    await aPlayedMatch(scene.stage).isKnown();
    await scene.minutes(106);
    const [reminder] = scene.stage.discord.shownIn(CHANNEL);
    expect(reminder?.body.allowed_mentions?.users).toEqual([discordId(70_001)]);
  });

  it('is posted again for the new time when the match is rescheduled', async () => {
    const scene = await aStageWithAgenda(wants('upcoming'), aPlayer(1));
    const { match, seen } = await aKnownMatch(scene.stage);
    await scene.minutes(106);
    await seen({ ...match, scheduleLabel: 'Not before 5:00 PM' });
    await scene.minutes(70);
    expect(scene.posts().map((content) => /<t:(\d+)/.exec(content)?.[1])).toEqual([
      '1780840800',
      '1780844400',
    ]);
  });

  it('is not posted for an estimate, which changes without an alert', async () => {
    const scene = await aStageWithAgenda(wants('upcoming', 'news'), aPlayer(1));
    const { match, seen, isKnown } = aPlayedMatch(scene.stage);
    const at = 1_780_840_800_000;
    await isKnown();
    const estimated = { ...match, scheduleLabel: 'Estimated around 4:00 PM', scheduledAt: at };
    await seen(estimated);
    await scene.minutes(106);
    const label = 'Estimated around 5:00 PM';
    await seen({ ...estimated, scheduleLabel: label, scheduledAt: at + HOUR });
    await scene.minutes(70);
    expect(scene.posts()).toEqual([]);
  });

  it('is not posted late when its time passed while the process was down', async () => {
    const scene = await aStageWithAgenda(wants('upcoming'), aPlayer(1));
    await aPlayedMatch(scene.stage).isKnown();
    await pass(110 * MINUTE);
    await scene.minutes(5);
    expect(scene.posts()).toEqual([]);
  });

  it.each([
    ['that is already live', { status: 'live' }],
    ['without a start time', { scheduleLabel: 'Followed by' }],
    ['on a later day', { playedOn: '2026-06-09' }],
  ])('is not posted for a match %s', async (_reason, match) => {
    const scene = await aStageWithAgenda(wants('upcoming'), aPlayer(1));
    await aPlayedMatch(scene.stage, match).isKnown();
    await scene.minutes(125);
    expect(scene.posts()).toEqual([]);
  });

  /** A match on the court of the followed one, which begins that many minutes before the other's time. */
  const aTakenCourt = async (before: number, winners?: Parameters<typeof aPlayedMatch>[2]) => {
    const settings = { ...wants('upcoming'), remindBefore: 30 } as const;
    const scene = await aStageWithAgenda(settings, aPlayer(1));
    const others = { id: 122, courtOrder: 1, teams: teamsOf('51 Uma Ruiz', '52 Noa Gil') };
    const other = await aKnownMatch(scene.stage, others, winners);
    await aKnownMatch(scene.stage, { courtOrder: 2 });
    await scene.minutes(120 - before);
    await other.begins();
    return { ...scene, other };
  };

  it('gives way to the next on court where another match has just taken its court', async () => {
    const { stage, minutes, other } = await aTakenCourt(31);
    await minutes(6);
    await minutes(55);
    expect(stage.discord.contentsIn(CHANNEL)).toEqual([]);
    await other.ends(MINUTE);
    expect(typesIn(stage, CHANNEL)).toEqual(['next']);
  });

  it('and next on court are not both told within an hour', async () => {
    const { stage, minutes, other } = await aTakenCourt(20);
    await minutes(21);
    expect(typesIn(stage, CHANNEL)).toEqual(['reminder']);
    await other.ends(MINUTE);
    expect(typesIn(stage, CHANNEL)).toEqual(['reminder']);
    expect(await storedReasons(stage)).toContain('next suppressed: already-told');
  });

  it('does not come after next on court, which told that the court is free early', async () => {
    const { stage, minutes, other } = await aTakenCourt(31);
    const settings = { ...wants('upcoming'), remindBefore: 5 } as const;
    await stage.chosen(2, { settings }, aPlayer(1));
    await minutes(6);
    await minutes(13);
    await other.ends(MINUTE);
    await minutes(10);
    expect(typesIn(stage, CHANNEL)).toEqual(['next']);
    expect(typesIn(stage, discordId(2))).toEqual(['next']);
  });

  it('creates no event when no channel wants reminders', async () => {
    const scene = await aStageWithAgenda(wants('start'), aPlayer(1));
    await aPlayedMatch(scene.stage).isKnown();
    await scene.minutes(125);
    expect(await scene.stage.db().selectFrom('events').selectAll().execute()).toEqual([]);
  });
});

/** The teams of `aMatch`, with other opponents in each match. */
const withOpponents = (id: number): Match['teams'] => ({
  ...aMatch().teams,
  team_2: [1, 2].map((place) => ({ id: id * 10 + place, name: `Opponent ${id} ${place}` })),
});

describe('a draw', () => {
  const aRound = async (settings: Partial<AlertSettings> = wants('news')) => {
    const scene = await aStageWithAgenda(settings, TOURNAMENT);
    const knows = async (...ids: readonly number[]): Promise<void> => {
      for (const id of ids)
        await aPlayedMatch(scene.stage, { id, teams: withOpponents(id) }).isKnown();
    };
    return { ...scene, knows };
  };

  it('is posted once per round, when the matches of the round become known', async () => {
    const scene = await aRound();
    await scene.stage.observer().scheduleRead();
    await scene.knows(123, 124, 125);
    await scene.minutes(2);
    const [draw, ...others] = scene.stage.discord.shownIn(CHANNEL);
    expect(others).toEqual([]);
    expect(draw?.body.content).toBe('New matches: Madrid P1 · Women · Quarterfinal');
    expect(draw?.body.embeds?.[0]?.description?.split('\n')).toHaveLength(3);
    await scene.stage.restart();
    await scene.minutes(5);
    expect(typesIn(scene.stage, CHANNEL)).toEqual(['draw']);
    // The next round is posted when its players are known.
    await aPlayedMatch(scene.stage, { id: 126, round: 2 }).isKnown();
    await scene.minutes(2);
    expect(scene.posts().at(-1)).toBe('New matches: Madrid P1 · Women · Semifinal');
  });

  it('of 94 open slots is out only when pairs are in it', async () => {
    const scene = await aRound();
    await scene.stage.observer().scheduleRead();
    const slots = Array.from({ length: 94 }, (_, slot) => slot);
    const fill = async (teamsIn: (id: number) => Match['teams']): Promise<void> => {
      for (const slot of slots) {
        const id = 200 + slot;
        await aPlayedMatch(scene.stage, { id, slot, round: 32, teams: teamsIn(id) }).isKnown();
      }
      await scene.minutes(2);
    };
    await fill(() => ({ team_1: [], team_2: [] }));
    expect(scene.posts()).toEqual([]);
    await fill(withOpponents);
    await fill(withOpponents);
    expect(typesIn(scene.stage, CHANNEL)).toEqual(['draw']);
  });

  it('is not posted when it was already out at the first read of the schedule', async () => {
    const scene = await aRound();
    await scene.knows(123, 124);
    await scene.stage.observer().scheduleRead();
    await scene.minutes(5);
    expect(scene.posts()).toEqual([]);
  });

  it('of slots that were open at the first read is posted when pairs are in it', async () => {
    const scene = await aRound();
    const open = await aKnownMatch(scene.stage, { teams: { team_1: [], team_2: [] } });
    await scene.stage.observer().scheduleRead();
    await scene.minutes(2);
    expect(scene.posts()).toEqual([]);
    await scene.knows(open.match.id);
    await scene.minutes(2);
    expect(typesIn(scene.stage, CHANNEL)).toEqual(['draw']);
  });

  it('is posted again when more of its matches become known', async () => {
    const scene = await aRound();
    await scene.stage.observer().scheduleRead();
    await scene.knows(123);
    await scene.minutes(2);
    await scene.knows(124);
    await scene.minutes(2);
    expect(typesIn(scene.stage, CHANNEL)).toEqual(['draw', 'draw']);
  });

  it.each([
    ['round', { smallestRound: 2 }],
    ['category', { category: 'men' }],
    ['level', { levels: ['major'] }],
  ] as const)('is not posted in a channel that excludes its %s', async (_reason, settings) => {
    const scene = await aRound({ ...wants('news'), ...settings });
    await scene.stage.observer().scheduleRead();
    await scene.knows(123, 124);
    await scene.minutes(2);
    expect(scene.posts()).toEqual([]);
  });

  it('and not a result tells where both come whom the winners meet next', async () => {
    const scene = await aRound(wants('result', 'news'));
    const { stage, minutes } = scene;
    await stage.chosen(2, { settings: wants('result') }, TOURNAMENT);
    await stage.observer().scheduleRead();
    const beside = teamsOf('21 Ida Paz, 22 Pia Moll', '23 Bea Gil, 24 Eli Mas');
    const pair = [
      await aKnownMatch(stage, { id: 124, slot: 1, teams: beside }),
      await aKnownMatch(stage, { id: 123, slot: 0 }),
    ];
    await minutes(2);
    for (const each of pair) {
      await each.begins();
      await each.ends(MINUTE);
    }
    const teams = { team_1: aMatch().teams.team_1, team_2: beside.team_1 };
    await aPlayedMatch(stage, { id: 125, round: 2, slot: 0, teams }).isKnown();
    await minutes(2);
    expect(scene.posts().join()).not.toContain('Next opponents');
    expect(scene.posts().at(-1)).toBe('New matches: Madrid P1 · Women · Semifinal');
    expect(stage.discord.contentsIn(discordId(2)).at(-1)).toContain('Next opponents: Paz / Moll, ');
  });

  it('is not told of the next match by a result at once: its post is edited, once', async () => {
    const scene = await aStageWithAgenda(wants('result'), TOURNAMENT);
    const { stage, minutes } = scene;
    await saveDirectory(
      stage.db(),
      [1, 2, 21, 22, 23, 24].map((id) =>
        aNamedPlayer(id, `${id}`, {
          rating: { elo: id < 20 ? 1_500 : 1_600, since: 1, readAt: Date.now() },
        }),
      ),
    );
    const beside = aPlayedMatch(stage, {
      ...{ id: 124, slot: 1, seeds: { team_1: '2', team_2: null } },
      teams: teamsOf('21 Ida Paz, 22 Pia Moll', '23 Bea Gil, 24 Eli Mas'),
    });
    const first = aPlayedMatch(stage, { slot: 0 });
    for (const match of [first, beside]) await match.isKnown();
    await first.begins();
    await first.ends(MINUTE);
    const plain = '**Vega / Lamas** beat Soria / Pinto 6-0 6-0.';
    expect(scene.posts()).toEqual([plain]);
    await minutes(2);
    const either = `${plain} Next opponents: Paz / Moll [2] (50%) or Gil / Mas (50%).`;
    expect(scene.posts()).toEqual([either]);
    scene.haveMet(
      aMatch({
        ...{ id: 9, status: 'finished', winner: 'team_1', score: sets('6-4 6-4') },
        ...{ playedOn: '2026-03-01', tournamentId: 70 },
        teams: teamsOf('1 Ana Vega, 2 Eva Lamas', '21 Ida Paz, 22 Pia Moll'),
      }),
    );
    await beside.begins();
    await beside.ends(MINUTE);
    await minutes(10);
    expect(scene.posts()).toEqual([
      either,
      '**Paz / Moll [2]** beat Gil / Mas 6-0 6-0. Next opponents: Vega / Lamas. Chance to win: 76%. Last meeting: ✗ 4-6 4-6 · Mar 1, 2026.',
    ]);
    const edits = stage.discord.requests.filter(({ kind }) => kind === 'edit');
    expect(edits).toHaveLength(2);
  });

  it('lists the match of the player when a channel follows a player', async () => {
    const scene = await aRound();
    await scene.stage.chosen(2, { settings: wants('news') }, aPlayer(1));
    await scene.stage.observer().scheduleRead();
    await scene.knows(123);
    const others = teamsOf('51 Uma Ruiz', '52 Noa Gil');
    await aPlayedMatch(scene.stage, { id: 124, teams: others }).isKnown();
    await scene.minutes(2);
    const [draw] = scene.stage.discord.shownIn(discordId(2));
    expect(draw?.body.embeds?.[0]?.description).toContain('Vega / Lamas');
  });
});

describe('the daily digest', () => {
  const DAILY_DIGEST = wants('daily');
  const tomorrow = () => ({ playedOn: new Date(Date.now() + DAY).toISOString().slice(0, 10) });

  it("is posted once a day, at its time in the channel's time zone", async () => {
    // 3 PM in Madrid is an hour after the test begins.
    const settings = { ...DAILY_DIGEST, timeZone: 'Europe/Madrid', digestAt: 15 * 60 };
    const scene = await aStageWithAgenda(settings, aPlayer(1));
    await aPlayedMatch(scene.stage).isKnown();
    await scene.minutes(59);
    expect(scene.posts()).toEqual([]);
    await scene.minutes(1);
    const [list] = scene.stage.discord.shownIn(CHANNEL);
    expect(list?.body.content).toBe("Today's followed matches (1):");
    expect(list?.body.embeds?.[0]?.description).toContain('**Vega / Lamas** – **Soria / Pinto**');
    await scene.stage.restart();
    await scene.minutes(30);
    expect(scene.posts()).toHaveLength(1);
    await pass(DAY - 30 * MINUTE);
    await scene.minutes(1);
    expect(scene.posts()).toHaveLength(2);
    expect(scene.posts()[1]).toContain('No followed matches today');
  });

  it.each([
    ['is edited once when the times have come', {}, 1],
    ['stays as it is once play has begun, which an edit would tell', { status: 'live' }, 0],
    ['stays as it is when all is over', { status: 'cancelled' }, 0],
  ] as const)('without times %s', async (_what, change, edits) => {
    const settings = { ...DAILY_DIGEST, timeZone: 'Europe/Madrid', digestAt: 15 * 60 };
    const scene = await aStageWithAgenda(settings, TOURNAMENT);
    const others = teamsOf('51 Uma Ruiz', '52 Noa Gil');
    const first = await aKnownMatch(scene.stage, { scheduleLabel: null });
    const second = await aKnownMatch(scene.stage, { id: 124, teams: others, scheduleLabel: null });
    await scene.minutes(60);
    const said = (): string =>
      scene.stage.discord.shownIn(CHANNEL)[0]?.body.embeds?.[0]?.description ?? '';
    expect(said()).not.toContain('<t:');
    await first.seen({ ...first.match, scheduleLabel: 'Starting at 9:00 PM', ...change });
    await scene.minutes(60);
    expect(said()).not.toContain('<t:');
    await second.seen({ ...second.match, scheduleLabel: 'Not before 10:00 PM', ...change });
    await scene.minutes(60);
    expect(said().match(/<t:\d+/g) ?? []).toHaveLength(2 * edits);
    expect(scene.stage.discord.requests.filter(({ kind }) => kind === 'edit')).toHaveLength(edits);
    expect(scene.posts()).toEqual(["Today's followed matches (2):"]);
  });

  it('is not sent to a member whose follows bring key moments alone', async () => {
    const settings = { ...wants('daily', 'moment'), timeZone: 'Europe/Madrid', digestAt: 15 * 60 };
    const scene = await aStageWithAgenda(settings, aPlayer(1));
    const db = scene.stage.db();
    await db.updateTable('channels').set({ kind: 'direct', guildId: '@me' }).execute();
    await db
      .updateTable('follows')
      .set({ types: followMask('moments', true) })
      .execute();
    await aPlayedMatch(scene.stage).isKnown();
    await scene.minutes(65);
    expect(scene.posts()).toEqual([]);
    await db
      .updateTable('follows')
      .set({ types: followMask('usual', true) })
      .execute();
    await aPlayedMatch(scene.stage, { id: 124, ...tomorrow() }).isKnown();
    await pass(DAY - 65 * MINUTE);
    await scene.minutes(65);
    expect(scene.posts()).toHaveLength(1);
  });

  it.each([true, false])(
    'says who is through to the next day, scores hidden: %s',
    async (coverScores) => {
      const settings = { ...DAILY_DIGEST, digestAt: 18 * 60, timeZone: 'UTC', coverScores };
      const scene = await aStageWithAgenda(settings, aPlayer(1));
      await scene.stage.db().updateTable('channels').set({ kind: 'direct' }).execute();
      await (await aKnownMatch(scene.stage)).ends();
      await aPlayedMatch(scene.stage, { id: 124, round: 2, ...tomorrow() }).isKnown();
      await scene.minutes(365);
      expect(scene.posts()).toHaveLength(coverScores ? 0 : 1);
    },
  );

  it('is no direct message on a day without matches, and one on a day with some', async () => {
    const settings = { ...DAILY_DIGEST, digestAt: 13 * 60, timeZone: 'UTC' };
    const scene = await aStageWithAgenda(settings, aPlayer(1));
    await scene.stage.db().updateTable('channels').set({ kind: 'direct' }).execute();
    await scene.minutes(60);
    expect(scene.posts()).toEqual([]);
    expect(await storedReasons(scene.stage)).toEqual(['digest suppressed: digest-empty']);
    await aPlayedMatch(scene.stage, tomorrow()).isKnown();
    await pass(DAY - 60 * MINUTE);
    await scene.minutes(60);
    expect(scene.posts()).toEqual(["Today's followed matches (1):"]);
  });

  it('names the match of the day', async () => {
    const settings = { ...DAILY_DIGEST, digestAt: 13 * 60 };
    const scene = await aStageWithAgenda(settings, TOURNAMENT);
    const single = (id: number) => ({
      team_1: [{ id, name: `Ana Player${id}` }],
      team_2: [{ id: id + 1, name: `Eva Player${id + 1}` }],
    });
    for (const [id, watchability] of [
      [51, 60],
      [61, 10],
      [71, 20],
      [81, 88],
    ] as const) {
      const match = { id, watchability, teams: single(id), seeds: { team_1: '2', team_2: null } };
      await aPlayedMatch(scene.stage, match).isKnown();
    }
    await scene.minutes(60);
    const [list] = scene.stage.discord.shownIn(CHANNEL);
    const [first] = list?.body.embeds?.[0]?.description?.split('\n') ?? [];
    expect(first).toContain('Match of the day: **Player81 [2]** – **Player82** · not before <t:');
  });

  it("lists only today's matches of players that the channel or its members follow", async () => {
    const scene = await aStageWithAgenda({ ...DAILY_DIGEST, digestAt: 13 * 60 }, aPlayer(1));
    await follow(scene.stage.db(), scene.channel, aPlayer(61), discordId(70_001));
    const single = (id: number) => ({
      team_1: [{ id, name: `Ana Player${id}` }],
      team_2: [{ id: id + 1, name: `Eva Player${id + 1}` }],
    });
    for (const match of [
      { id: 123 },
      { id: 124, teams: single(61) },
      { id: 125, teams: single(71) },
      { id: 126, teams: single(61), playedOn: '2026-06-08' },
    ]) {
      await aPlayedMatch(scene.stage, match).isKnown();
    }
    await scene.minutes(60);
    const [list] = scene.stage.discord.shownIn(CHANNEL);
    expect(list?.body.content).toBe("Today's followed matches (2):");
    const description = list?.body.embeds?.[0]?.description ?? '';
    expect(description).toContain('Vega / Lamas');
    expect(description).toContain('Player61');
    expect(description).not.toContain('Player71');
  });

  it.each([
    [3, 1],
    [5, 0],
  ])('that is %i hours late is posted %i times', async (hours, times) => {
    const scene = await aStageWithAgenda({ ...DAILY_DIGEST, digestAt: 13 * 60 }, aPlayer(1));
    await pass((hours + 1) * HOUR);
    await scene.minutes(2);
    expect(scene.posts()).toHaveLength(times);
  });

  it('is posted when quiet hours end, even if it would have expired by then', async () => {
    const settings = { ...DAILY_DIGEST, digestAt: 13 * 60, quietHours: { from: 0, to: 20 * 60 } };
    const scene = await aStageWithAgenda(settings, aPlayer(1));
    await scene.minutes(61);
    await pass(7 * HOUR - 2 * MINUTE);
    expect(scene.posts()).toEqual([]);
    await pass(2 * MINUTE);
    expect(scene.posts()).toHaveLength(1);
  });

  // A `Date` header has whole seconds, so the service's clock seems to be up to a second behind.
  it.each([
    ['our clock when it is right', 700, "Today's followed matches (1):"],
    ["the service's clock when ours is wrong", 2 * HOUR, 'No followed matches today so far.'],
  ])('at midnight lists the day of %s', async (_whose, behindMs, text) => {
    const settings = { ...DAILY_DIGEST, digestAt: 0, timeZone: 'UTC' };
    const scene = await aStageWithAgenda(settings, aPlayer(1));
    scene.serviceIsBehind(behindMs);
    await aPlayedMatch(scene.stage, { playedOn: '2026-06-08' }).isKnown();
    await pass(12 * HOUR - MINUTE);
    await scene.minutes(1);
    expect(scene.posts()).toEqual([text]);
  });

  it('lists the matches of the day on which it was due when it is late', async () => {
    const settings = { ...DAILY_DIGEST, digestAt: 23 * 60, timeZone: 'UTC' };
    const scene = await aStageWithAgenda(settings, aPlayer(1));
    const morning = { playedOn: '2026-06-08', scheduleLabel: 'Starting at 10:00 AM' };
    await aPlayedMatch(scene.stage, morning).isKnown();
    await pass(13 * HOUR);
    await scene.minutes(1);
    expect(scene.posts()).toEqual(["Today's followed matches (1):"]);
  });

  it('is posted after a spoiler delay although a match changes meanwhile', async () => {
    const settings = { ...DAILY_DIGEST, digestAt: 13 * 60, delay: 120 };
    const scene = await aStageWithAgenda(settings, aPlayer(1));
    const { match, seen } = await aKnownMatch(scene.stage);
    await scene.minutes(60);
    await seen({ ...match, court: 'Court 7' });
    await scene.minutes(3);
    expect(scene.posts()).toEqual(["Today's followed matches (1):"]);
  });

  it('is posted when quiet hours end if it falls due in them', async () => {
    const settings = { ...DAILY_DIGEST, digestAt: 13 * 60, quietHours: { from: 0, to: 14 * 60 } };
    const scene = await aStageWithAgenda(settings, aPlayer(1));
    await scene.minutes(61);
    expect(scene.posts()).toEqual([]);
    await scene.minutes(60);
    expect(scene.posts()).toHaveLength(1);
  });
});

describe('a tick of the agenda', () => {
  it('wakes delivery after each job, and neither awaits nor restarts a slow job', async () => {
    const log = aLog();
    let woken = 0;
    let begun = 0;
    let finish = (): void => undefined;
    const slow = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const jobs = {
      slow: () => {
        begun += 1;
        return slow;
      },
      failing: () => Promise.reject(new Error('down')),
      quick: () => Promise.resolve(),
    };
    const tick = tickOf({ jobs, log, wake: () => (woken += 1) });
    const first = tick();
    await settle();
    expect(woken).toBe(2);
    await tick();
    expect(begun).toBe(1);
    finish();
    await first;
    expect(woken).toBe(5);
    expect(log.lines).toContain('error agenda job failed, retrying');
  });
});

describe('the minutes of a night in which the clock of the machine changes', () => {
  it.each([
    ['Europe/Madrid', '2026-03-29T01:00Z'],
    ['Europe/Madrid', '2026-10-25T01:00Z'],
    ['America/New_York', '2026-03-08T07:00Z'],
    ['America/New_York', '2026-11-01T06:00Z'],
    ['Australia/Sydney', '2026-04-04T16:00Z'],
    ['Australia/Sydney', '2026-10-03T16:00Z'],
    ['Australia/Lord_Howe', '2026-04-04T15:00Z'],
    ['Australia/Lord_Howe', '2026-10-03T15:30Z'],
  ])('are all there: %s, %s', async (zone, change) => {
    vi.stubEnv('TZ', zone);
    vi.useFakeTimers({ now: Date.parse(change) - 2 * HOUR - 30_000 });
    onTestFinished(() => {
      vi.useRealTimers();
      vi.unstubAllEnvs();
    });
    const minutes: number[] = [];
    const note = async (): Promise<void> => {
      minutes.push(Math.floor(Date.now() / MINUTE));
    };
    const agenda = startAgenda({
      jobs: { note },
      log: aLog(),
      wake: () => undefined,
      everyMinute: everyMinuteOf(Date.now),
    });
    for (let passed = 0; passed < 4 * 60; passed += 1) await vi.advanceTimersByTimeAsync(MINUTE);
    await agenda.stop();
    const [first = 0] = minutes;
    expect(minutes).toEqual(Array.from({ length: 4 * 60 }, (_, index) => first + index));
  });
});

it('does the work of every minute of a clock that runs fast', async () => {
  vi.useFakeTimers({ now: 0 });
  onTestFinished(() => void vi.useRealTimers());
  const now = (): number => Date.now() * 20;
  const minutes: number[] = [];
  const note = async (): Promise<void> => {
    minutes.push(now() / MINUTE);
  };
  const { stop } = everyMinuteOf(now, SECOND)(note);
  await vi.advanceTimersByTimeAsync(9 * SECOND);
  await stop();
  expect(minutes).toEqual([1, 2, 3]);
});
