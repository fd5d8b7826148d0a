import { describe, expect, it } from 'vitest';
import { ALERT_TYPES } from '#src/domain/alerts/alert-types.ts';
import { levelTarget, type FollowTarget } from '#src/domain/alerts/follows.ts';
import type { Match } from '#src/domain/match/match.ts';
import type { Tournament } from '#src/domain/people/people.ts';
import { MINUTE, HOUR } from '#src/lib/time.ts';
import { findMatch } from '#src/store/matches/matches.ts';
import { aTournament } from '../render/held.ts';
import { aPlayer, discordId, follow } from '../store/rows.ts';
import { aKnownMatch, aPlayedMatch, aStage, pass } from './stage.ts';
import { typesIn } from './told.ts';
import { teamsOf } from '../domain/feed.ts';

const CHANNEL = discordId(1);
const TOURNAMENT: FollowTarget = { kind: 'tournament', id: 7 };

const announced: Tournament = { ...aTournament(), status: 'pending' };

/** A channel that wants everything and follows these targets. */
const aChannelThatFollows = (...targets: readonly FollowTarget[]) => aChannel(0, targets);

const aChannel = async (delay: number, targets: readonly FollowTarget[]) => {
  const stage = await aStage();
  await stage.chosen(1, { settings: { types: ALERT_TYPES, delay } }, ...targets);
  return {
    stage,
    posts: () => stage.discord.contentsIn(CHANNEL),
    /** Reads the announced tournament with these changes; then so many milliseconds pass. */
    reads: async (change: Partial<Tournament> = {}, after = 0): Promise<void> => {
      await stage.observer().tournament({ ...announced, ...change });
      if (after > 0) await pass(after);
    },
  };
};

describe('a tournament', () => {
  it.each<[string, Partial<Tournament>, string | undefined]>([
    ['is announced when it begins', { status: 'live' }, '**Madrid P1** starts ('],
    ['is announced when it is over', { status: 'finished' }, '**Madrid P1** is over ('],
    ['is announced when it is cancelled', { status: 'cancelled' }, '**Madrid P1** is cancelled ('],
    [
      'is announced when it is moved',
      { startDate: '2026-06-08', endDate: '2026-06-14' },
      'has new dates: ',
    ],
    ['is announced when it is postponed', { status: 'postponed' }, '**Madrid P1** is postponed ('],
    [
      'is announced when the service drops it',
      { status: 'deleted' },
      'is no longer on the calendar',
    ],
    ['is announced when it moves to another city', { location: 'Lyon' }, 'moves to Lyon, Spain ('],
    ['is not announced when its place is open again', { location: 'Tbd' }, undefined],
    ['is not announced when its level changes', { level: 'p2' }, undefined],
    ['is announced when it ends later', { endDate: '2026-06-08' }, 'has new dates: '],
    ['is not announced when it is renamed', { name: 'Madrid Premier Padel P1' }, undefined],
    ['is not announced when its dates are removed', { startDate: null, endDate: null }, undefined],
    ['is not announced when its status is unknown', { status: 'paused' }, undefined],
  ])('%s', async (_word, change, words) => {
    const { posts, reads } = await aChannelThatFollows(TOURNAMENT);
    await reads({}, MINUTE);
    expect(posts()).toEqual([]);
    for (let times = 0; times < 2; times += 1) {
      await reads(change, MINUTE);
    }
    const contents = posts();
    expect(contents).toHaveLength(words === undefined ? 0 : 1);
    expect(contents[0] ?? '').toContain(words ?? '');
  });

  it('is announced once when it moves to other dates, another city and country', async () => {
    const { posts, reads } = await aChannelThatFollows(TOURNAMENT);
    await reads();
    const dates = { startDate: '2026-06-08', endDate: '2026-06-14' };
    await reads({ ...dates, location: 'Lyon', country: 'FR' }, MINUTE);
    expect(posts()).toEqual([expect.stringContaining('moves to Lyon, France (')]);
  });

  it('is announced each time when its dates change to and fro', async () => {
    const { posts, reads } = await aChannelThatFollows(TOURNAMENT);
    const ends = ['2026-06-12', '2026-06-13', '2026-06-14', '2026-06-12', '2026-06-13'];
    for (const endDate of ends) {
      await reads({ endDate }, MINUTE);
    }
    expect(posts()).toHaveLength(4);
    expect(posts().at(-1)).toContain('13');
  });

  it.each(['cancelled', 'postponed', 'deleted'])(
    'that was %s is announced when it takes place after all, each time',
    async (status) => {
      const { posts, reads } = await aChannelThatFollows(TOURNAMENT);
      for (const next of ['pending', status, 'pending', status, 'pending']) {
        await reads({ status: next }, MINUTE);
      }
      expect(posts()).toHaveLength(4);
      expect(posts().at(-1)).toContain('takes place after all');
    },
  );

  it('that has begun, was cancelled and is live again takes place after all', async () => {
    const { posts, reads } = await aChannelThatFollows(TOURNAMENT);
    for (const status of ['pending', 'live', 'cancelled', 'live']) {
      await reads({ status }, MINUTE);
    }
    expect(posts()).toHaveLength(3);
    expect(posts().at(-1)).toContain('takes place after all');
  });

  it('that a list calls pending again for a moment is announced after the delay', async () => {
    const { posts, reads } = await aChannel(300, [TOURNAMENT]);
    for (const status of ['pending', 'live', 'pending']) {
      await reads({ status });
    }
    await pass(6 * MINUTE);
    await reads({ status: 'live' });
    await pass(6 * MINUTE);
    expect(posts()).toEqual([expect.stringContaining('starts (')]);
  });

  it('that has begun, is pending for a moment and live elsewhere is announced to move', async () => {
    const { posts, reads } = await aChannelThatFollows(TOURNAMENT);
    for (const change of [{}, { status: 'live' }, {}, { status: 'live', location: 'Lyon' }]) {
      await reads(change, MINUTE);
    }
    expect(posts()).toEqual([
      expect.stringContaining(' starts ('),
      expect.stringContaining(' moves to Lyon'),
    ]);
  });

  it('does not take place after all twice, where nothing was told in between', async () => {
    const { posts, reads } = await aChannel(300, [TOURNAMENT]);
    for (const status of ['pending', 'cancelled', 'pending']) {
      await reads({ status }, 1);
    }
    await pass(5 * MINUTE);
    for (const status of ['cancelled', 'pending']) {
      await reads({ status }, 1);
    }
    await pass(6 * MINUTE);
    expect(posts()).toEqual([expect.stringContaining('takes place after all')]);
  });

  it('has no news that is no longer true once Discord takes it', async () => {
    const { stage, posts, reads } = await aChannelThatFollows(TOURNAMENT);
    await reads();
    stage.discord.takes(() => ({ kind: 'failed', reason: 'down', retryAfterMs: 0 }));
    const ends = ['2026-06-08', '2026-06-09', '2026-06-08'];
    for (const endDate of ends) await reads({ endDate });
    await reads({ status: 'cancelled' }, MINUTE);
    stage.discord.takes();
    const endDate = '2026-06-09';
    await reads({ endDate, status: 'pending' });
    await pass(HOUR);
    expect(posts()).toEqual([expect.stringMatching(/takes place after all \(Jun 1\s–\s9, 2026\)/)]);
  });

  it('is announced when it is another one now, also before its follows have moved', async () => {
    const { stage, posts, reads } = await aChannelThatFollows(TOURNAMENT);
    await reads();
    const other = { ...announced, id: 8, name: 'Madrid P2' };
    await stage.observer().tournamentMerged(announced, other);
    await stage.observer().tournamentMerged(announced, other);
    await pass(MINUTE);
    expect(posts()).toEqual([expect.stringContaining('**Madrid P1** is now **Madrid P2** (')]);
  });

  it.each(['cancelled', 'finished', 'postponed', 'deleted'])(
    'that is %s announces no new dates',
    async (status) => {
      const { posts, reads } = await aChannelThatFollows(TOURNAMENT);
      await reads({ status });
      await reads({ status, endDate: '2026-06-08' }, MINUTE);
      expect(posts()).toEqual([]);
    },
  );

  it('is not announced when it is already live when first seen', async () => {
    const { stage, posts } = await aChannelThatFollows(TOURNAMENT);
    await stage.observer().tournament(aTournament());
    // Nor when it is read again.
    await stage.observer().tournament(aTournament('Madrid Premier Padel P1'));
    await pass(MINUTE);
    expect(posts()).toEqual([]);
  });

  it('is announced in channels that follow its level, and in no others', async () => {
    const { stage, posts, reads } = await aChannelThatFollows(levelTarget('p1'));
    await stage.chosen(2, { settings: { types: ALERT_TYPES } }, levelTarget('major'), aPlayer(1));
    const third = await stage.chosen(3, { settings: { types: ALERT_TYPES } });
    // One member's follow of a whole level adds no posts for everybody else.
    await follow(stage.db(), third, levelTarget('p1'), discordId(70_001));
    await reads();
    await reads({ status: 'live' }, MINUTE);
    expect(posts()).toHaveLength(1);
    expect(stage.discord.requests).toHaveLength(1);
  });

  it('is not announced in a channel that excludes its level', async () => {
    const { stage, reads } = await aChannelThatFollows();
    const settings = { types: ALERT_TYPES, levels: ['major' as const] };
    await stage.chosen(2, { settings }, TOURNAMENT);
    await reads();
    await reads({ status: 'live' }, MINUTE);
    expect(stage.discord.requests).toEqual([]);
  });
});

describe('an upcoming match', () => {
  it('is announced each time its court or time changes', async () => {
    const { stage, posts } = await aChannelThatFollows(aPlayer(1));
    await stage.observer().tournament(aTournament());
    const { match, seen } = await aKnownMatch(stage);
    for (const change of [
      { court: 'Court 3' },
      { court: 'Court 3', scheduleLabel: 'Not before 6:00 PM' },
      { court: 'Center Court', playedOn: '2026-06-08' },
      { court: 'Center Court', playedOn: '2026-06-08' },
    ]) {
      await seen({ ...match, ...change }, MINUTE);
    }
    expect(posts()).toEqual([
      expect.stringMatching(/^New court for .*: Court 3 \(was Center Court\)\.$/),
      expect.stringMatching(/^New time for .* \(was /),
      expect.stringMatching(/^New time and court for .* · Center Court \(was .* · Court 3\)\.$/),
    ]);
  });

  it('that moves to another court shortly before is the same by its id, whoever plays there', async () => {
    const { stage, posts } = await aChannelThatFollows(aPlayer(1));
    const moved = aPlayedMatch(stage, { court: 'Center Court', courtOrder: 3 });
    const teams = teamsOf('51 Uma Ruiz', '52 Noa Gil');
    const other = aPlayedMatch(stage, { id: 124, court: 'Court 3', courtOrder: 3, teams });
    for (const { isKnown } of [moved, other]) await isKnown();
    await moved.seen({ ...moved.match, court: 'Court 3' });
    await other.seen({ ...other.match, court: 'Center Court' });
    await moved.seen({ ...moved.live, court: 'Court 3' }, MINUTE);
    expect(typesIn(stage, CHANNEL)).toEqual(['schedule', 'start']);
    expect(posts().join()).not.toContain('Ruiz');
  });

  it('is not announced as moved when its first time becomes known', async () => {
    const { stage, posts } = await aChannelThatFollows(aPlayer(1));
    const { match, seen } = aPlayedMatch(stage);
    await seen({ ...match, scheduleLabel: null, court: null });
    await seen(match, MINUTE);
    expect(posts()).toEqual([]);
  });

  it('is announced once as moved while labels change as the service changes them', async () => {
    const { stage, posts } = await aChannelThatFollows(aPlayer(1));
    const { match, seen } = aPlayedMatch(stage);
    for (const scheduleLabel of [
      // The court is out, the time follows hours later, with hourly estimates in between.
      null,
      'Estimated around 3:30 PM',
      'Estimated around 5:00 PM',
      'Not before 4:30 PM',
      // A remark is added, changed and removed.
      'Not before 4:30 PM - Possible Court Change',
      'Not before 16:30 - indoors',
      'Not before 4:30 PM',
      // Another read has only the date: the time is kept.
      null,
      'Not before 4:30 PM',
    ]) {
      await seen({ ...match, scheduleLabel }, MINUTE);
    }
    expect(posts()).toEqual([]);
    await seen({ ...match, scheduleLabel: 'Estimated around 6:00 PM' });
    await seen({ ...match, scheduleLabel: 'Not before 7:00 PM - Possible Court Change' }, MINUTE);
    expect(posts()).toEqual([
      expect.stringMatching(
        /^New time for .* not before 7:00 PM \(venue\) · Possible Court Change \(was .* estimated/,
      ),
    ]);
  });

  it('keeps its time when the next read has only the date', async () => {
    const { stage } = await aChannelThatFollows(aPlayer(1));
    const { match, seen } = aPlayedMatch(stage);
    const timed = { ...match, scheduledAt: Date.UTC(2026, 5, 7, 14) };
    const stored = async () => (await findMatch(stage.db(), match.id))?.match;
    await seen(timed);
    await seen({ ...match, scheduleLabel: null });
    expect(await stored()).toEqual(timed);
    const undated = { ...match, scheduleLabel: null, playedOn: '2026-06-08' };
    await seen(undated);
    expect(await stored()).toEqual(undated);
  });

  it('has no start that is yet to come once it is over', async () => {
    const { stage } = await aChannelThatFollows(aPlayer(1));
    const { match, seen, finished } = aPlayedMatch(stage);
    await seen(match);
    await seen({ ...finished, startedAt: Date.now() + HOUR });
    expect((await findMatch(stage.db(), match.id))?.match.startedAt).toBeNull();
  });
});

describe('the next match on a court', () => {
  const order = (id: number, courtOrder: number, more: Partial<Match> = {}): Partial<Match> => ({
    id,
    courtOrder,
    teams: {
      team_1: [{ id: 10 * courtOrder + 1, name: `Ana First${id}` }],
      team_2: [{ id: 10 * courtOrder + 2, name: `Eva Second${id}` }],
    },
    ...more,
  });

  /** Three matches, one after the other on Center Court; the second and third are followed. */
  const aCourt = async (more: Partial<Match> = {}) => {
    const { stage, posts } = await aChannelThatFollows(aPlayer(21), aPlayer(31));
    const [first, second, third] = [
      aPlayedMatch(stage, order(123, 1)),
      aPlayedMatch(stage, order(124, 2, more)),
      aPlayedMatch(stage, order(125, 3, more)),
    ] as const;
    for (const match of [third, first, second]) await match.isKnown();
    await first.begins();
    return { stage, posts, first, second, third };
  };

  it('is announced once when the previous match is over, without the match after it', async () => {
    const { posts, first } = await aCourt();
    await first.seen(first.finished, MINUTE);
    await first.seen(first.finished, MINUTE);
    expect(posts()).toEqual([
      'Next on Center Court: **First124** – **Second124**. The previous match is over.',
    ]);
  });

  it.each([
    [0, 'a walkover on the eve', 'walkover', '2026-06-08'],
    [0, 'a cancellation on the eve', 'cancelled', '2026-06-08'],
    [1, 'a walkover on the day', 'walkover', '2026-06-07'],
  ])('is announced %i times after %s', async (times, _what, status, playedOn) => {
    const scheduleLabel = 'Followed by';
    const { stage, posts } = await aChannelThatFollows(aPlayer(21));
    await stage.observer().tournament({ ...aTournament(), country: 'IT' });
    const [first, second] = [
      order(123, 1, { playedOn }),
      order(124, 2, { playedOn, scheduleLabel }),
    ];
    const match = await aKnownMatch(stage, first);
    await aPlayedMatch(stage, second).isKnown();
    await match.seen({ ...match.match, status, winner: 'team_1' }, MINUTE);
    expect(posts()).toHaveLength(times);
  });

  it('is not announced while its reminder tells a time to come', async () => {
    const { stage, posts, first } = await aCourt({ scheduleLabel: 'Not before 9:00 PM' });
    await stage.observer().tournament({ ...aTournament(), country: 'IT' });
    await first.seen(first.finished, MINUTE);
    expect(posts()).toEqual([]);
  });

  it('is not announced when the end of the previous match is read hours late', async () => {
    const { posts, first } = await aCourt();
    await pass(6 * HOUR);
    await first.seen({ ...first.finished, duration: 90 }, MINUTE);
    expect(posts()).toEqual([]);
  });

  it('is announced on the court it moves to, although it was once next on another hours ago', async () => {
    const { stage, posts, first, second } = await aCourt();
    await pass(6 * HOUR);
    await first.seen({ ...first.finished, duration: 90 });
    await second.seen({ ...second.match, court: 'Court 3' });
    const previous = aPlayedMatch(stage, order(126, 1, { court: 'Court 3' }));
    await previous.begins();
    await previous.seen(previous.finished, MINUTE);
    expect(posts()).toEqual([
      expect.stringMatching(/^New court/),
      expect.stringMatching(/^Next on Court 3/),
    ]);
  });

  it('is announced when the previous match could end within a quarter of an hour', async () => {
    const { stage, posts, first } = await aCourt();
    await pass(41 * MINUTE);
    // A set and 2-0: at least four more games of five minutes each.
    await first.pointsPlayed(4 * 9 - 1);
    expect(posts()).toEqual([]);
    // At least three more, of slightly less each.
    await first.pointsPlayed(4 * 9 + 1, MINUTE);
    expect(posts()).toEqual([
      expect.stringMatching(
        /^Next on Center Court: .*\. The previous match could end in 14 min\.$/,
      ),
    ]);
    await first.ends(MINUTE);
    expect(typesIn(stage, CHANNEL)).toEqual(['next']);
  });

  it.each<[string, Partial<Match>]>([
    ['on another court', { court: 'Court 3' }],
    ['on another day', { playedOn: '2026-06-08' }],
    ['of another tournament', { tournamentId: 8 }],
    ['without a place in the order', { courtOrder: null }],
  ])('is not announced for a match %s', async (_reason, more) => {
    const { posts, first } = await aCourt(more);
    await first.ends(MINUTE);
    expect(posts()).toEqual([]);
  });

  it('is not announced when it has begun before the announcement could be sent', async () => {
    const { stage, first, second, posts } = await aCourt();
    stage.discord.takes(() => ({ kind: 'failed', reason: 'down', retryAfterMs: 0 }));
    await first.ends();
    await second.begins();
    stage.discord.takes();
    await pass(HOUR);
    expect(posts().join()).not.toContain('Next on');
  });
});
