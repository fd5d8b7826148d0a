import { MessageFlags } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import type { Match } from '#src/domain/match/match.ts';
import type { LivePoints } from '#src/domain/match/live-points.ts';
import { HOUR, MINUTE } from '#src/lib/time.ts';
import { findMatch } from '#src/store/matches/matches.ts';
import { feedOf } from '../domain/feed.ts';
import { aTournament } from '../render/held.ts';
import { aPlayer, discordId, follow, NOON } from '../store/rows.ts';
import {
  aBegunMatch,
  aFollowedMatch,
  aKnownMatch,
  aPlayedMatch,
  aStage,
  pass,
  settle,
  type Stage,
} from './stage.ts';
import { START } from './told.ts';

const ANA = discordId(70_001);
const CHANNEL = discordId(1);

/** The kind of each post of a match, recognized by its text. */
const kindsOf = (contents: readonly string[]): string[] =>
  contents.map((content) => {
    if (START.test(content)) return 'start';
    if (content.startsWith('Correction:')) return 'correction';
    if (content.includes('Set ')) return /Set \d/.exec(content)?.[0] ?? 'set';
    return content.includes(' beat ') ? 'result' : content;
  });

describe('the alerts of a match', () => {
  it('are the start, each set but the deciding one, and the result, each once', async () => {
    const { stage, played } = await aFollowedMatch();
    expect(stage.discord.messages).toEqual([]);
    await played.begins();
    await played.setsPlayed(1);
    await played.setsPlayed(2);
    await played.ends(MINUTE);
    expect(kindsOf(stage.discord.contentsIn(CHANNEL))).toEqual(['start', 'Set 1', 'result']);
  });

  it('are posted once when two sources report everything at once, repeatedly', async () => {
    const { stage, played } = await aFollowedMatch();
    const { observer } = { observer: stage.observer() };
    const steps: readonly [Match, LivePoints][] = [
      [played.live, feedOf(played.plays.slice(0, 3))],
      [played.live, feedOf(played.setsAfter(1))],
      [played.live, feedOf(played.setsAfter(2))],
      [played.finished, feedOf(played.plays)],
    ];
    for (const [match, update] of steps) {
      await Promise.all([
        observer.points(update, Date.now()),
        observer.match(match, Date.now()),
        observer.points(update, Date.now()),
        observer.match(match, Date.now()),
      ]);
      await settle();
    }
    // A late update, from before the end.
    await observer.points(feedOf(played.setsAfter(1)), Date.now());
    await pass(MINUTE);
    expect(kindsOf(stage.discord.contentsIn(CHANNEL)).toSorted()).toEqual([
      'Set 1',
      'result',
      'start',
    ]);
  });

  it('use both of two observations that arrive at the same moment', async () => {
    const stage = await aStage();
    const played = await aBegunMatch(stage);
    const observer = stage.observer();
    await Promise.all([
      observer.points(feedOf(played.plays.slice(0, 4)), Date.now()),
      observer.match({ ...played.live, court: 'Court 2' }, Date.now()),
    ]);
    const [held] = await observer.inPlay();
    expect(held?.match.court).toBe('Court 2');
    expect(held?.state.sets[0]?.games[0]?.points).toHaveLength(3);
  });

  it('are posted in the order of play when they become known all at once', async () => {
    const { stage, played } = await aFollowedMatch();
    await played.begins();
    await played.ends(MINUTE);
    expect(kindsOf(stage.discord.contentsIn(CHANNEL))).toEqual(['start', 'Set 1', 'result']);
  });

  it('keep their order when the set before the result is retried', async () => {
    const { stage, played } = await aFollowedMatch();
    await played.begins();
    let invalidRequests = 2;
    stage.discord.takes(({ kind, body }) => {
      if (kind !== 'post' || !(body.content ?? '').includes('Set 1') || invalidRequests === 0)
        return undefined;
      invalidRequests -= 1;
      return { kind: 'failed', reason: 'Bad Gateway', retryAfterMs: 1_000 };
    });
    await played.ends();
    expect(kindsOf(stage.discord.contentsIn(CHANNEL))).toEqual(['start']);
    await pass(10_000);
    expect(kindsOf(stage.discord.contentsIn(CHANNEL))).toEqual(['start', 'Set 1', 'result']);
  });

  it('include the deciding set if no result follows; otherwise the reason is stored', async () => {
    const stage = await aStage();
    await stage.chosen(1, { settings: { types: ['set'] } }, aPlayer(1));
    await stage.channel(2, aPlayer(1));
    const played = await aBegunMatch(stage);
    await played.ends(MINUTE);
    expect(kindsOf(stage.discord.contentsIn(CHANNEL))).toEqual(['Set 1', 'Set 2']);
    const { reason } = await stage
      .db()
      .selectFrom('deliveries')
      .select('reason')
      .where('channelKey', '=', 2)
      .where('outcome', '=', 'suppressed')
      .executeTakeFirstOrThrow();
    expect(reason).toBe('included-in-result');
  });

  it('are the result alone where the sets became known with it', async () => {
    const stage = await aStage();
    await stage.channel(1, aPlayer(1));
    await stage.chosen(2, { settings: { types: ['set'] } }, aPlayer(1));
    const played = await aKnownMatch(stage);
    await played.ends(MINUTE);
    expect(kindsOf(stage.discord.contentsIn(CHANNEL))).toEqual(['result']);
    expect(kindsOf(stage.discord.contentsIn(discordId(2)))).toEqual(['Set 1', 'Set 2']);
  });

  it('leave no card that says "has started" once the match is over', async () => {
    const { stage, played } = await aFollowedMatch();
    await played.begins(MINUTE);
    expect(stage.discord.contentsIn(CHANNEL)[0]).toContain('has started');
    await played.ends(MINUTE);
    expect(stage.discord.contentsIn(CHANNEL)[0]).toBe('**Vega / Lamas** – **Soria / Pinto**');
  });

  it('omit what happened before the first read; a silent card shows the state', async () => {
    const stage = await aStage();
    const channel = await stage.channel(1, aPlayer(1));
    await follow(stage.db(), channel, aPlayer(1), ANA);
    const played = aPlayedMatch(stage);
    const [firstSet] = played.finished.score ?? [];
    if (firstSet === undefined) throw new Error('no set was played');
    await played.seen({ ...played.live, score: [firstSet] });
    const [card, ...others] = stage.discord.shownIn(CHANNEL);
    expect(others).toEqual([]);
    expect(card?.body.flags).toBe(MessageFlags.SuppressNotifications);
    expect(card?.body.content).not.toContain(ANA);
    expect(card?.body.allowed_mentions).toEqual({ parse: [] });
    await played.ends();
    expect(kindsOf(stage.discord.contentsIn(CHANNEL)).slice(1)).toEqual(['result']);
  });

  it.each([
    ['over', 'finished'],
    ['not begun', 'scheduled'],
    ['a bye', 'bye'],
  ])('are none when a match that is %s is first seen', async (_case, status) => {
    const stage = await aStage();
    await stage.channel(1, aPlayer(1));
    const { finished, match, seen } = aPlayedMatch(stage);
    await seen(status === 'finished' ? finished : { ...match, status });
    expect(stage.discord.requests).toEqual([]);
  });

  it('send no request to Discord when a source only repeats itself', async () => {
    const { stage, played } = await aFollowedMatch();
    await played.begins();
    await played.pointsPlayed(5);
    const before = stage.discord.requests.length;
    await pass(MINUTE);
    await played.pointsPlayed(5);
    await played.begins();
    expect(stage.discord.requests).toHaveLength(before);
  });

  it('ping members for the start and the result only', async () => {
    const stage = await aStage();
    const channel = await stage.channel(1);
    await follow(stage.db(), channel, aPlayer(1), ANA);
    const played = await aBegunMatch(stage);
    await played.setsPlayed(1);
    await played.ends();
    const posts = stage.discord.requests.filter(({ kind }) => kind === 'post');
    const pinged = posts.map(({ body }) => [
      ...kindsOf([body.content ?? '']),
      body.allowed_mentions?.users ?? [],
      (body.content ?? '').includes(`<@${ANA}>`),
    ]);
    expect(pinged).toEqual([
      ['start', [ANA], true],
      ['Set 1', [], false],
      ['result', [ANA], true],
    ]);
    for (const { body } of stage.discord.requests) expect(body.allowed_mentions).toBeDefined();
  });

  it('are one post for a channel that follows players, tournament and match', async () => {
    const stage = await aStage();
    const tournament = { kind: 'tournament', id: 7 } as const;
    const match = { kind: 'match', id: 123 } as const;
    const channel = await stage.channel(1, aPlayer(1), aPlayer(2), aPlayer(4), tournament, match);
    await follow(stage.db(), channel, aPlayer(2), ANA);
    await follow(stage.db(), channel, aPlayer(3), ANA);
    await aBegunMatch(stage);
    const [start, ...others] = stage.discord.shownIn(CHANNEL);
    expect(others).toEqual([]);
    expect(start?.body.allowed_mentions).toMatchObject({ users: [ANA] });
  });

  it('are not posted in a channel that follows somebody else', async () => {
    const stage = await aStage();
    await stage.channel(1, aPlayer(5));
    const played = await aBegunMatch(stage);
    await played.ends();
    expect(stage.discord.requests).toEqual([]);
  });

  it('are written in the language of each channel', async () => {
    const stage = await aStage();
    await stage.channel(1, aPlayer(1));
    await stage.db().updateTable('channels').set({ locale: 'es' }).execute();
    await stage.channel(2, aPlayer(1));
    await aBegunMatch(stage);
    const [spanish, english] = [CHANNEL, discordId(2)].map((id) => stage.discord.contentsIn(id)[0]);
    expect(english).toContain('has started');
    expect(spanish).not.toBe(english);
  });

  it.each([
    [1, 11],
    [0, 13],
  ])('post a walkover %i times when it is read %i hours after its day', async (times, hours) => {
    const stage = await aStage();
    await stage.observer().tournament({ ...aTournament(), country: 'IT' });
    await stage.channel(1, aPlayer(1));
    const played = await aKnownMatch(stage);
    const midnightInItaly = Date.UTC(2026, 5, 7, 22);
    await pass(midnightInItaly + hours * HOUR - NOON);
    await played.seen({ ...played.match, status: 'walkover', winner: 'team_1' }, MINUTE);
    expect(stage.discord.contentsIn(CHANNEL)).toHaveLength(times);
  });

  it('omit a start that is over twenty minutes old, and post a silent card instead', async () => {
    const { stage, played } = await aFollowedMatch();
    await played.seen({ ...played.live, startedAt: Date.now() - 21 * MINUTE }, MINUTE);
    const quiet = stage.discord.shownIn(CHANNEL).map(({ body }) => body.flags);
    expect(quiet).toEqual([MessageFlags.SuppressNotifications]);
  });

  it('never show a start that lies after the end, not even when it is past', async () => {
    const { stage, played } = await aFollowedMatch();
    await played.seen({ ...played.live, startedAt: null }, HOUR);
    const finished = { ...played.finished, startedAt: Date.now() + 7 * MINUTE };
    await played.seen(finished, HOUR);
    await played.seen(finished);
    const start = async () => (await findMatch(stage.db(), finished.id))?.match.startedAt;
    expect(await start()).toBeNull();
    await played.seen({ ...finished, startedAt: NOON });
    expect(await start()).toBe(NOON);
  });

  it('never show a planned start as the start of play before it', async () => {
    const stage = await aStage();
    const played = aPlayedMatch(stage);
    await played.seen({ ...played.match, startedAt: Date.now() + 10 * MINUTE });
    await played.seen({ ...played.live, startedAt: Date.now() + 10 * MINUTE });
    expect((await findMatch(stage.db(), played.match.id))?.match.startedAt).toBeNull();
  });

  it('of a retired match with a missing pair ("?/? vs name") say "?" for it', async () => {
    const stage = await aStage();
    await stage.channel(1, aPlayer(3));
    const played = aPlayedMatch(stage);
    const teams = { ...played.match.teams, team_1: [] };
    for (const next of [played.match, played.live, { ...played.finished, status: 'retired' }]) {
      await played.seen({ ...next, teams }, MINUTE);
    }
    expect(stage.discord.contentsIn(CHANNEL).at(-1)).toBe(
      '**?** win: 6-0 6-0 when Soria / Pinto retired.',
    );
  });

  it('name the winner that the service names, and log that the score contradicts it', async () => {
    const { stage, played } = await aFollowedMatch();
    await played.seen({ ...played.finished, winner: 'team_2' }, MINUTE);
    expect(stage.discord.contentsIn(CHANNEL).at(-1)).toMatch(/Soria \/ Pinto.* beat /);
    expect(stage.log.lines).toContain('warn winner contradicts the score');
  });
});

describe('a correction', () => {
  const corrected = (match: Match): Match => ({
    ...match,
    score: [
      { team_1: 7, team_2: 6, tieBreak: 5 },
      { team_1: 6, team_2: 0, tieBreak: null },
    ],
  });

  const resultIn = ({ discord }: Stage): string | undefined =>
    discord.contentsIn(CHANNEL).find((content) => kindsOf([content])[0] === 'result');

  it('edits the posts that showed the old score, and says so', async () => {
    const { stage, played } = await aFollowedMatch();
    await played.begins();
    await played.ends(MINUTE);
    const before = stage.discord.shownIn(CHANNEL).slice(1);
    await played.seen(corrected(played.finished), MINUTE);
    const after = stage.discord.shownIn(CHANNEL).slice(1);
    expect(after.slice(0, before.length).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    // The only new post is the correction itself, for channels that want corrections.
    expect(kindsOf(after.slice(before.length).map(({ body }) => body.content ?? ''))).toEqual([
      'correction',
    ]);
    const changed = after
      .slice(0, before.length)
      .flatMap(({ body }, index) =>
        body.content === before[index]?.body.content ? [] : [body.content],
      );
    expect(changed).toHaveLength(2);
    expect(changed[0]).toMatch(/^Set 1 .*7-6.*corrected/);
    expect(changed[1]).toMatch(/beat .*7-6.*corrected/);
  });

  it('is delivered once Discord is up again', async () => {
    const { stage, played } = await aFollowedMatch();
    await played.ends(MINUTE);
    stage.discord.takes(() => ({ kind: 'failed', reason: 'down', retryAfterMs: 0 }));
    await played.seen(corrected(played.finished), MINUTE);
    expect(stage.discord.contentsIn(CHANNEL).join()).not.toContain('corrected');
    stage.discord.takes();
    await pass(2 * MINUTE);
    expect(resultIn(stage)).toMatch(/7-6.*corrected/);
  });

  it('is delivered once a missing permission is restored', async () => {
    const stage = await aStage();
    const { key } = await stage.channel(1, aPlayer(1));
    const played = await aKnownMatch(stage);
    await played.ends(MINUTE);
    stage.discord.takes(() => ({ kind: 'refused', reason: 'missing-access' }));
    await played.seen(corrected(played.finished), MINUTE);
    stage.discord.takes();
    await stage.db().updateTable('channels').set({ brokenAt: null }).execute();
    await stage.alerts().channelReady(key);
    await pass(MINUTE);
    expect(resultIn(stage)).toMatch(/7-6.*corrected/);
  });

  it('does not bring back posts that somebody deleted', async () => {
    const { stage, played } = await aFollowedMatch();
    await played.ends(MINUTE);
    for (const { id } of stage.discord.shownIn(CHANNEL)) stage.discord.deleteMessage(id);
    await played.seen(corrected(played.finished), 5 * MINUTE);
    expect(kindsOf(stage.discord.contentsIn(CHANNEL))).toEqual(['correction']);
    expect(stage.discord.requests.filter(({ kind }) => kind === 'edit').length).toBeLessThanOrEqual(
      3,
    );
  });

  it('is not announced when an update only adds missing data', async () => {
    const { stage, played } = await aFollowedMatch();
    await played.seen({ ...played.finished, duration: null }, MINUTE);
    await played.ends(MINUTE);
    const [result] = stage.discord.shownIn(CHANNEL).slice(-1);
    expect(JSON.stringify(result?.body)).toMatch(/1 ?h ?24/);
    expect(result?.body.content).not.toContain('corrected');
  });
});
