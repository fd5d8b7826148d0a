import { describe, expect, it } from 'vitest';
import type { LivePoints } from '#src/domain/match/live-points.ts';
import { resultKey } from '#src/domain/match/events.ts';
import type { AlertSettings } from '#src/domain/alerts/settings.ts';
import { MINUTE, SECOND } from '#src/lib/time.ts';
import { findEvent } from '#src/store/outbox/events.ts';
import { feedOf } from '../domain/feed.ts';
import { aRubber } from '../domain/team-event.ts';
import { aGame, anUpdate, aSet, sets } from '../domain/written.ts';
import { aPlayer, discordId } from '../store/rows.ts';
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
import { typesIn } from './told.ts';

const CHANNEL = discordId(1);

const frame = async (stage: Stage, update: LivePoints): Promise<void> => {
  await stage.observer().points(update, Date.now());
  await settle();
};

type Played = ReturnType<typeof aPlayedMatch>;

/** The last frame of the feed: play has ended, and the last set is left open after a match point. */
const lastFrame = ({ plays, match }: Played): LivePoints => {
  const update = feedOf(plays, match.id);
  const last = update.sets.length - 1;
  return {
    ...update,
    status: 'ended',
    sets: update.sets.map((set, index) => (index === last ? { ...set, score: null } : set)),
  };
};

/** A match that has begun; team 1 wins it 6-0 6-0. */
const aMatchInPlay = async (stage: Stage, overrides: Parameters<typeof aPlayedMatch>[1] = {}) => {
  const played = await aBegunMatch(stage, overrides);
  await played.setsPlayed(1);
  return { ...played, playEnds: () => frame(stage, lastFrame(played)) };
};

const storedResult = (stage: Stage) => findEvent(stage.db(), resultKey(123));

/** What Discord was asked about posts of results, in order: `post` and `edit`. */
const requestsOf = ({ discord }: Stage): readonly string[] =>
  discord.requests
    .filter(({ body }) => / beat | retired/.test(body.content ?? ''))
    .map(({ kind }) => kind);

const results = (stage: Stage, channelId = CHANNEL): readonly string[] =>
  typesIn(stage, channelId).filter((kind) => kind === 'result' || kind === 'correction');

const withResults = async (more: Partial<AlertSettings> = {}) => {
  const stage = await aStage();
  await stage.chosen(1, { settings: { types: ['result'], ...more } }, aPlayer(1));
  return { stage, played: await aMatchInPlay(stage) };
};

describe('the result of a match that has ended with complete sets', () => {
  it('is posted at once, and edited without a second post when the record confirms it', async () => {
    const { stage, played } = await withResults();
    await played.playEnds();
    expect(await storedResult(stage)).toMatchObject({
      confirmed: false,
      winner: 'team_1',
      score: sets('6-0 6-0'),
      minutes: null,
    });
    await pass(9 * MINUTE);
    await played.ends(MINUTE);
    expect(requestsOf(stage)).toEqual(['post', 'edit']);
    expect(results(stage)).toEqual(['result']);
    expect(await storedResult(stage)).not.toHaveProperty('confirmed');
    expect(await storedResult(stage)).toMatchObject({ minutes: 84 });
    const { correctedAt } = await stage
      .db()
      .selectFrom('events')
      .select('correctedAt')
      .where('kind', '=', 'result')
      .executeTakeFirstOrThrow();
    expect(correctedAt).toBeNull();
  });

  it('stays unconfirmed while the finished record has no score', async () => {
    const { stage, played } = await withResults();
    await played.playEnds();
    await frame(stage, { ...lastFrame(played), status: 'finished' });
    await played.seen({ ...played.finished, score: null, duration: null }, MINUTE);
    expect(await storedResult(stage)).toMatchObject({ confirmed: false, score: sets('6-0 6-0') });
    await played.ends(MINUTE);
    expect(requestsOf(stage)).toEqual(['post', 'edit']);
    expect(await storedResult(stage)).not.toHaveProperty('confirmed');
  });

  it.each([
    ['another score', { score: sets('6-0 7-5') }],
    ['another winner', { score: sets('6-0 1-6 3-6'), winner: 'team_2' }],
    ['a retirement', { status: 'retired', score: sets('6-0 5-0') }],
  ] as const)('is edited, and corrected once, when the record says %s', async (_what, record) => {
    const { stage, played } = await withResults();
    await played.playEnds();
    await pass(9 * MINUTE);
    await played.seen({ ...played.finished, ...record });
    await played.seen({ ...played.finished, ...record }, MINUTE);
    expect(results(stage)).toEqual(['result', 'correction']);
    expect(await storedResult(stage)).toMatchObject(record);
    expect(await storedResult(stage)).not.toHaveProperty('confirmed');
  });

  it('is not taken back by a late frame, nor by one without sets', async () => {
    const { stage, played } = await withResults();
    await played.playEnds();
    await played.pointsPlayed(30);
    await frame(stage, anUpdate('live'));
    await frame(stage, anUpdate('ended'));
    await played.playEnds();
    await played.ends(MINUTE);
    expect(results(stage)).toEqual(['result']);
    expect(await storedResult(stage)).toMatchObject({ score: sets('6-0 6-0') });
  });

  it('keeps its post when play goes on after it, which the second end edits', async () => {
    const { stage, played } = await withResults();
    const at = (status: string, second: string) =>
      anUpdate(status, aSet(1, '6-0'), aSet(2, null, aGame(second, '15:0 40:0')));
    await frame(stage, at('ended', '5-3'));
    expect(await storedResult(stage)).toMatchObject({ score: sets('6-0 6-3') });
    await frame(stage, at('live', '5-4'));
    const [held] = await stage.observer().inPlay();
    expect(held?.state.status).toBe('live');
    expect(await storedResult(stage)).toMatchObject({ confirmed: false, score: sets('6-0 6-3') });
    await frame(stage, at('ended', '5-4'));
    expect(await storedResult(stage)).toMatchObject({ confirmed: false, score: sets('6-0 6-4') });
    await played.seen({ ...played.finished, score: sets('6-0 6-4') }, MINUTE);
    expect(results(stage)).toEqual(['result']);
    expect(await storedResult(stage)).not.toHaveProperty('confirmed');
  });

  it('waits for the record where the sets are not complete: it may be a retirement', async () => {
    const { stage, played } = await withResults();
    await frame(stage, anUpdate('ended', aSet(1, '6-0'), aSet(2, null, aGame('4-1', '40:0'))));
    await pass(9 * MINUTE);
    expect(results(stage)).toEqual([]);
    await played.seen({ ...played.finished, status: 'retired', score: sets('6-0 4-1') }, MINUTE);
    expect(results(stage)).toEqual(['result']);
    expect(await storedResult(stage)).toMatchObject({ status: 'retired' });
  });

  it('is confirmed by an edit when the process died that had posted it', async () => {
    const { stage, played } = await withResults();
    stage.discord.takes(({ kind }) =>
      // Discord has taken the post, and its answer never arrives.
      kind === 'post' ? new Promise(() => undefined) : undefined,
    );
    await played.playEnds();
    await stage.restart();
    await played.ends(5 * MINUTE);
    expect(results(stage)).toEqual(['result']);
    expect(await storedResult(stage)).not.toHaveProperty('confirmed');
  });

  it('is confirmed by an edit of the next process', async () => {
    const { stage, played } = await withResults();
    await played.playEnds();
    await stage.restart();
    await played.ends(MINUTE);
    expect(requestsOf(stage)).toEqual(['post', 'edit']);
  });

  it('is sent in its newest form after a spoiler delay, which its confirmation does not prolong', async () => {
    const { stage, played } = await withResults({ delay: 900 });
    await played.playEnds();
    await pass(9 * MINUTE);
    await played.ends(5 * MINUTE + 50 * SECOND);
    expect(results(stage)).toEqual([]);
    await pass(20 * SECOND);
    expect(requestsOf(stage)).toEqual(['post']);
    await pass(20 * MINUTE);
    expect(requestsOf(stage)).toEqual(['post']);
  });

  it('is in the digest of the quiet hours once, as it is known then', async () => {
    // Until an hour from now.
    const { stage, played } = await withResults({ quietHours: { from: 23 * 60, to: 13 * 60 } });
    await played.playEnds();
    await pass(9 * MINUTE);
    await played.ends();
    expect(typesIn(stage, CHANNEL)).toEqual([]);
    await pass(60 * MINUTE);
    expect(typesIn(stage, CHANNEL)).toEqual(['quiet-hours-digest']);
  });

  it('counts for the predictions once it is confirmed', async () => {
    const stage = await aStage();
    const played = await aKnownMatch(stage);
    await stage.observer().chances(123, { team_1: 0.35, team_2: 0.65 });
    await played.begins();
    const winners = async (): Promise<readonly (number | null)[]> => {
      const rows = await stage.db().selectFrom('predictions').select('winner').execute();
      return rows.map(({ winner }) => winner);
    };
    await frame(stage, lastFrame(played));
    expect(await winners()).toEqual([null]);
    await played.ends();
    expect(await winners()).toEqual([1]);
  });

  it('decides its tie at once, whose post is confirmed by an edit', async () => {
    const stage = await aStage();
    await stage.channel(1, { kind: 'tournament', id: 7 });
    const rubbers = [aPlayedMatch(stage, aRubber(1)), aPlayedMatch(stage, aRubber(2))];
    for (const rubber of rubbers) await rubber.isKnown();
    for (const rubber of rubbers) {
      await rubber.begins();
      await frame(stage, lastFrame(rubber));
      await pass(MINUTE);
    }
    const ties = async () => {
      const rows = await stage
        .db()
        .selectFrom('events')
        .select(['payload', 'correctedAt'])
        .where('kind', '=', 'tie')
        .execute();
      return rows.map(({ payload, ...row }) => ({
        ...row,
        isMarked: payload.includes('confirmed'),
      }));
    };
    expect(await ties()).toEqual([{ correctedAt: null, isMarked: true }]);
    for (const rubber of rubbers) await rubber.ends(MINUTE);
    expect(await ties()).toEqual([{ correctedAt: null, isMarked: false }]);
    expect(results(stage)).toHaveLength(2);
  });
});

it('a result is news of the schedule, too: from scheduled to finished without a live frame', async () => {
  const { stage, played } = await aFollowedMatch({ settings: { types: ['result'] } });
  await played.ends(MINUTE);
  expect(results(stage)).toEqual(['result']);
});

it('a stale row of the live list changes nothing after the end', async () => {
  const { stage, played } = await withResults();
  await played.ends();
  await played.pointsPlayed(30);
  await frame(stage, feedOf(played.plays.slice(0, -1)));
  await pass(MINUTE);
  expect(results(stage)).toEqual(['result']);
  expect(await stage.observer().inPlay()).toEqual([]);
});
