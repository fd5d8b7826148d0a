import { expect, it } from 'vitest';
import type { SendOutcome } from '#src/alerts/delivery/sender.ts';
import { SECOND, MINUTE } from '#src/lib/time.ts';
import { aPlayer, discordId } from '../store/rows.ts';
import { typesIn } from './told.ts';
import {
  aBegunMatch,
  aFollowedMatch,
  aPlayedMatch,
  aStage,
  pass,
  settle,
  type Stage,
} from './stage.ts';
import { teamsOf } from '../domain/feed.ts';

/** Players who play in none of the other matches. */
const OTHERS = {
  teams: teamsOf('77 Ana Soler, 78 Eva Prat', '79 Inés Mora, 80 Lola Rey'),
} as const;

/** Starts `count` matches, and then one with other players. */
const matchesBegin = async (stage: Stage, count: number): Promise<void> => {
  const first = Array.from({ length: count }, (_, n) =>
    aPlayedMatch(stage, { id: 700 + n, round: null, roundName: `Round ${n}` }),
  );
  for (const played of [...first, aPlayedMatch(stage, { id: 900, ...OTHERS })]) {
    await played.isKnown();
    await played.begins();
  }
};

const gate = () => Promise.withResolvers<undefined>();

it('a result that is completed while its post is in flight is edited right after it', async () => {
  const { stage, played } = await aFollowedMatch({ settings: { types: ['result'] } });
  await played.begins();
  const answer = gate();
  stage.discord.takes(({ kind }) => (kind === 'post' ? answer.promise : undefined));
  await played.seen({ ...played.finished, duration: null });
  await played.seen(played.finished);
  expect(stage.discord.requests.map(({ kind }) => kind)).toEqual(['post']);
  answer.resolve(undefined);
  await settle();
  expect(stage.discord.requests.map(({ kind }) => kind)).toEqual(['post', 'edit']);
});

it('a point played while the start is in flight is shown despite a slow channel', async () => {
  const stage = await aStage();
  await stage.channel(1, aPlayer(1));
  await stage.channel(2, aPlayer(1));
  const [quick, slow] = [gate(), gate()];
  stage.discord.takes(({ kind, channelId }) => {
    if (kind !== 'post') return undefined;
    return channelId === discordId(1) ? quick.promise : slow.promise;
  });
  const played = await aBegunMatch(stage);
  await played.pointsPlayed(2);
  quick.resolve(undefined);
  await settle();
  const edits = stage.discord.requests.filter(({ kind }) => kind === 'edit');
  expect(edits).toMatchObject([{ channelId: discordId(1) }]);
  slow.resolve(undefined);
  await settle();
});

it('many posts that wait for a slow channel do not delay other channels', async () => {
  const stage = await aStage();
  const setup = { settings: { types: ['start'] } } as const;
  await stage.chosen(1, setup, aPlayer(1));
  await stage.chosen(2, setup, aPlayer(77));
  await stage.chosen(3, setup, aPlayer(77));
  const slow = gate();
  stage.discord.takes(({ channelId }) => (channelId === discordId(1) ? slow.promise : undefined));
  await matchesBegin(stage, 25);
  await pass(SECOND);
  expect(stage.discord.contentsIn(discordId(2))).toHaveLength(1);
  expect(stage.discord.contentsIn(discordId(3))).toHaveLength(1);
  slow.resolve(undefined);
  await settle();
});

it('retries continue in the capacity that hanging retries leave free', async () => {
  const stage = await aStage();
  const setup = { settings: { types: ['start'] } } as const;
  const keys = Array.from({ length: 40 }, (_, index) => index + 2);
  await stage.chosen(1, setup, aPlayer(1));
  for (const n of keys) await stage.chosen(n, setup, aPlayer(77));
  const limited: SendOutcome = { kind: 'limited', retryAfterMs: 5 * SECOND };
  stage.discord.takes(() => limited);
  await matchesBegin(stage, 40);
  const slow = gate();
  stage.discord.takes(({ channelId }) => (channelId === discordId(1) ? slow.promise : undefined));
  await pass(MINUTE);
  expect(keys.flatMap((n) => stage.discord.contentsIn(discordId(n)))).toHaveLength(keys.length);
  slow.resolve(undefined);
  await settle();
});

it('a post without a response is searched for once Discord has forgotten its nonce', async () => {
  const { stage, played } = await aFollowedMatch({ settings: { types: ['start'] } });
  const lost: SendOutcome = { kind: 'failed', reason: 'no answer', retryAfterMs: 0 };
  stage.discord.takes((request) => {
    stage.discord.act(request);
    return lost;
  });
  await played.begins(3 * MINUTE);
  expect(stage.discord.requests.length).toBeGreaterThan(3);
  expect(stage.discord.requests.every(({ isSearchedFor }) => !isSearchedFor)).toBe(true);
  stage.discord.takes(() => ({ kind: 'limited', retryAfterMs: 5 * MINUTE }));
  await pass(MINUTE);
  stage.discord.takes();
  await pass(6 * MINUTE);
  expect(stage.discord.requests.at(-1)).toMatchObject({ kind: 'post', isSearchedFor: true });
});

it('a start that Discord took without an answer is the card of the match that is over', async () => {
  const { stage, played } = await aFollowedMatch({
    settings: { types: ['start', 'result', 'card'] },
  });
  stage.discord.takes((request) => {
    stage.discord.act(request);
    return { kind: 'failed', reason: 'no answer', retryAfterMs: 0 };
  });
  await played.begins();
  stage.discord.takes(() => ({ kind: 'failed', reason: 'down', retryAfterMs: 0 }));
  await pass(MINUTE);
  await played.ends();
  stage.discord.takes();
  await pass(5 * MINUTE);
  expect(typesIn(stage, discordId(1))).toEqual(['start', 'result']);
  const [start] = stage.discord.shownIn(discordId(1));
  expect(start?.body.content).not.toContain('has started');
});

it('a post of old news that was never attempted is not searched for', async () => {
  const { stage, played } = await aFollowedMatch({ settings: { types: ['start'], delay: 240 } });
  await played.begins(5 * MINUTE);
  expect(stage.discord.requests).toMatchObject([{ kind: 'post', isSearchedFor: false }]);
});
