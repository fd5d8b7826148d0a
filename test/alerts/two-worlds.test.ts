import { describe, expect, it } from 'vitest';
import { createDraws } from '#src/alerts/agenda/draws.ts';
import { createNextMatches } from '#src/alerts/agenda/next-matches.ts';
import { createReminders } from '#src/alerts/agenda/reminders.ts';
import { createServerEvents } from '#src/alerts/server-events/server-events.ts';
import { ALERT_TYPES } from '#src/domain/alerts/alert-types.ts';
import type { AlertSettings } from '#src/domain/alerts/settings.ts';
import type { Team } from '#src/domain/terms.ts';
import { DAY, HOUR, MINUTE, SECOND, utcDate } from '#src/lib/time.ts';
import type { MessageBody } from '#src/render/message.ts';
import { changeMember } from '#src/store/follows/members.ts';
import { aMatch, teamsOf } from '../domain/feed.ts';
import { aTournament } from '../render/held.ts';
import { aPlayer, discordId, follow } from '../store/rows.ts';
import { aKnownMatch, aPlayedMatch, aStage, pass } from './stage.ts';
import { typesIn } from './told.ts';

const [ANA, EVA] = [discordId(70_001), discordId(70_002)];
const OPEN = discordId(9);

/** With news of the draw a result does not tell the next opponents. */
const WITHOUT_NEWS = ALERT_TYPES.filter((type) => type !== 'news');

/** Channels that must learn nothing before they want to. */
const GUARDED: readonly Partial<AlertSettings>[] = [
  { coverScores: true, types: ALERT_TYPES, board: true, threads: true },
  { coverScores: true, types: ALERT_TYPES, quietHours: { from: 23 * 60, to: 13 * 60 } },
  { coverScores: true, types: ['card', 'result'], board: true },
];

const wins = (team: Team, games: number): readonly Team[] =>
  Array.from({ length: 4 * games }, () => team);

const SET: Readonly<Record<string, readonly Team[]>> = {
  '6-0': wins('team_1', 6),
  '0-6': wins('team_2', 6),
  '6-3': [...wins('team_2', 3), ...wins('team_1', 6)],
  '4-6': [...wins('team_1', 4), ...wins('team_2', 6)],
};

const pointsOf = (score: string): readonly Team[] =>
  score.split(' ').flatMap((set) => SET[set] ?? []);

/** The text under a cover is for who asks for it; what it takes up is not. */
const shown = (body: MessageBody): string =>
  JSON.stringify(body)
    .replaceAll(/\|\|[^|]*\|\|/g, ({ length }) => `||${length}||`)
    .replaceAll(/<t:\d+:/g, '<t:');

/** Plays a match that goes on like this after its first set, with a pause; returns what each place is sent. */
const toldIn = async (score: string, settings: Partial<AlertSettings>, upTo: number) => {
  const stage = await aStage();
  await stage.observer().tournament(aTournament());
  const channels = [
    await stage.chosen(1, { settings: { events: 'followed', ...settings } }, aPlayer(1)),
    await stage.chosen(
      2,
      { kind: 'direct', guildId: '@me', configuredBy: EVA, settings },
      aPlayer(1),
    ),
    await stage.chosen(9, { settings: { types: WITHOUT_NEWS } }, aPlayer(1)),
  ];
  for (const channel of [channels[0], channels[2]]) {
    if (channel !== undefined) await follow(stage.db(), channel, aPlayer(2), ANA);
  }
  await changeMember(stage.db(), ANA, { hidesScores: true });
  const events: string[] = [];
  const note = (request: unknown) => {
    events.push(shown({ content: JSON.stringify(request) }));
    return Promise.resolve({ kind: 'done', eventId: '1' } as const);
  };
  const review = () =>
    createServerEvents({
      db: stage.db(),
      now: Date.now,
      serviceNow: Date.now,
      writer: {
        list: () => Promise.resolve([]),
        create: (_guild, { name, description, location }) => note({ name, description, location }),
        change: (_guild, _id, { status }) => note(status ?? ''),
      },
      log: stage.log,
    }).review();
  const beside = await aKnownMatch(stage, {
    ...{ id: 124, slot: 1 },
    teams: teamsOf('21 Ida Paz, 22 Pia Moll', '23 Bea Gil, 24 Eli Mas'),
  });
  await beside.begins();
  await beside.ends(MINUTE);
  const played = await aKnownMatch(stage, {}, pointsOf(`6-0 ${score}`));
  await review();
  await played.begins();
  await review();
  await played.setsPlayed(1, MINUTE);
  for (let at = 30; at < played.plays.length; at += 7) {
    await played.pointsPlayed(at, SECOND);
  }
  await played.ends(MINUTE);
  const meetings = () => Promise.resolve([]);
  await createNextMatches({ db: stage.db(), now: Date.now, log: stage.log, meetings })();
  stage.alerts().wake();
  await pass(upTo);
  await review();
  const isResultTold = stage.discord.contentsIn(OPEN).some((each) => each.includes(' beat '));
  if (isResultTold) expect(stage.discord.contentsIn(OPEN).join()).toContain('Paz');
  const { requests } = stage.discord;
  const seen = requests
    .filter(({ channelId }) => channelId !== OPEN)
    .map(
      ({ kind, channelId, name, body }) =>
        `${channelId.length > 15 && !channelId.startsWith('dm') ? '' : channelId}${kind} ${name} ${shown(body)}`,
    );
  // How often an edit changes nothing tells that points were played. How many sets and moments are posted, and so
  // edited, tells how long a match was: whether they are, is the choice of who sets up a channel.
  const isCounted = !(settings.types ?? []).includes('set');
  const told = seen.filter(
    (each, at) => seen.indexOf(each) === at || (isCounted && !each.startsWith('edit')),
  );
  return { seen: told, events };
};

const ENDS = ['6-0', '6-3', '0-6 6-3', '0-6 4-6', '4-6 0-6'];

/** What the first of the worlds is sent, by its settings. */
const first = new Map<string, Awaited<ReturnType<typeof toldIn>>>();

const LATE = { delay: 900, types: WITHOUT_NEWS, board: true, threads: true };

const sameAsFirst = async (end: string, settings: Partial<AlertSettings>, upTo: number) => {
  const told = await toldIn(end, settings, upTo);
  const key = JSON.stringify(settings);
  first.set(key, first.get(key) ?? told);
  expect(told).toEqual(first.get(key));
  expect(told.seen.join()).toContain('Vega');
};

describe.each(ENDS)('after a first set, another world goes on %s', (end) => {
  it.each(GUARDED)('a channel with covers and who hides scores are sent the same: %o', (settings) =>
    sameAsFirst(end, settings, 2 * HOUR),
  );

  it('a channel with a delay is sent the same until that is over', () =>
    sameAsFirst(end, LATE, MINUTE));
});

/** What an open channel is told of a winner's next match before it begins, by when that is. */
const OPEN_NEWS = {
  today: ['draw', 'schedule', 'reminder'],
  then: ['draw', 'schedule', 'next'],
  tomorrow: ['draw', 'schedule'],
};

/** What follows of a match that a pair wins or loses, up to the beginning of its winner's next one; by place. */
const aheadIn = async (winner: Team, next: keyof typeof OPEN_NEWS) => {
  const stage = await aStage();
  const settings = { coverScores: true, types: ALERT_TYPES, remindBefore: 60 } as const;
  await stage.observer().tournament({ ...aTournament(), country: 'IT' });
  const direct = { kind: 'direct', guildId: '@me', settings } as const;
  await stage.chosen(1, { ...direct, configuredBy: EVA }, aPlayer(1));
  await stage.chosen(3, { ...direct, configuredBy: ANA }, { kind: 'tournament', id: 7 });
  await stage.chosen(9, { settings: { types: ALERT_TYPES, remindBefore: 60 } }, aPlayer(1));
  const options = { db: stage.db(), now: Date.now, serviceNow: Date.now };
  const minutes = async (count: number): Promise<void> => {
    for (let minute = 0; minute < count; minute += 1) {
      await pass(MINUTE);
      await createDraws(options)();
      await createReminders(options)();
      stage.alerts().wake();
    }
  };
  await stage.observer().scheduleRead();
  const played = await aKnownMatch(stage, { court: 'Court 3' }, wins(winner, 12));
  await minutes(3);
  await played.begins(MINUTE);
  await played.ends(MINUTE);
  const rivals = teamsOf('21 Ida Paz, 22 Pia Moll', '23 Bea Gil, 24 Eli Mas');
  const playedOn = utcDate(Date.now() + (next === 'tomorrow' ? DAY : 0));
  const ahead = aPlayedMatch(stage, {
    ...{ id: 126, round: 2, playedOn, courtOrder: 2 },
    teams: { team_1: aMatch().teams[winner], team_2: rivals.team_1 },
  });
  await ahead.isKnown();
  const before = await aKnownMatch(stage, {
    ...{ id: 125, playedOn, courtOrder: 1 },
    teams: rivals,
  });
  await minutes(3);
  await ahead.seen({
    ...ahead.match,
    scheduleLabel: next === 'then' ? 'Followed by' : 'Starting at 17:00',
  });
  await minutes(1);
  await before.begins(MINUTE);
  await before.ends(MINUTE);
  if (next === 'today') {
    await pass(108 * MINUTE);
    await minutes(5);
  }
  const told = stage.discord.shownIn(discordId(1)).map(({ body }) => shown(body));
  return { covered: told, types: [9, 3].map((n) => typesIn(stage, discordId(n))) };
};

describe.each(['today', 'then', 'tomorrow'] as const)(
  'before the next match of a pair begins, %s',
  (next) => {
    let whereLost: unknown;

    it.each(['team_2', 'team_1'] as const)(
      'nothing tells that it was %s who won',
      async (winner) => {
        const { covered, types } = await aheadIn(winner, next);
        whereLost ??= covered;
        expect(covered).toEqual(whereLost);
        const [followers = [], everybody = []] = types;
        expect(followers.slice(4)).toEqual(winner === 'team_1' ? OPEN_NEWS[next] : []);
        expect(everybody.filter((type) => type === 'draw')).toHaveLength(3);
      },
    );
  },
);
