import { expect, it } from 'vitest';
import type { SendOutcome } from '#src/alerts/delivery/sender.ts';
import { SECOND, MINUTE } from '#src/lib/time.ts';
import { aPlayer, discordId } from '../store/rows.ts';
import { aPlayedMatch, aStage, pass, settle, type Stage } from './stage.ts';

/** Nobody of them plays in the other matches. */
const OTHERS = {
  teams: {
    team_1: [
      { id: 77, name: 'Ana Soler' },
      { id: 78, name: 'Eva Prat' },
    ],
    team_2: [
      { id: 79, name: 'Inés Mora' },
      { id: 80, name: 'Lola Rey' },
    ],
  },
} as const;

/** So many matches begin, and then one of others. */
const matchesBegin = async (stage: Stage, count: number): Promise<void> => {
  const first = Array.from({ length: count }, (_, n) => aPlayedMatch(stage, { id: 700 + n }));
  for (const played of [...first, aPlayedMatch(stage, { id: 900, ...OTHERS })]) {
    await played.isKnown();
    await played.begins();
  }
};

const gate = () => Promise.withResolvers<undefined>();

it('a result that is completed while its post is on its way is edited right after it', async () => {
  const stage = await aStage();
  await stage.chosen(1, { settings: { kinds: ['result'] } }, aPlayer(1));
  const played = aPlayedMatch(stage);
  await played.isKnown();
  await played.begins();
  const answer = gate();
  stage.discord.takes(({ kind }) => (kind === 'post' ? answer.promise : undefined));
  await played.seen({ ...played.finished, duration: null });
  await played.seen(played.finished);
  expect(stage.discord.asked.map(({ kind }) => kind)).toEqual(['post']);
  answer.resolve(undefined);
  await settle();
  expect(stage.discord.asked.map(({ kind }) => kind)).toEqual(['post', 'edit']);
});

it('a point that falls while the start is on its way is shown, though another channel is slow', async () => {
  const stage = await aStage();
  await stage.channel(1, aPlayer(1));
  await stage.channel(2, aPlayer(1));
  const [quick, slow] = [gate(), gate()];
  stage.discord.takes(({ kind, channelId }) => {
    if (kind !== 'post') return undefined;
    return channelId === discordId(1) ? quick.promise : slow.promise;
  });
  const played = aPlayedMatch(stage);
  await played.isKnown();
  await played.begins();
  await played.pointsPlayed(2);
  quick.resolve(undefined);
  await settle();
  const edits = stage.discord.asked.filter(({ kind }) => kind === 'edit');
  expect(edits).toMatchObject([{ channelId: discordId(1) }]);
  slow.resolve(undefined);
  await settle();
});

it('any number of news that wait for one channel keep no other channel waiting', async () => {
  const stage = await aStage();
  const setup = { settings: { kinds: ['start'] } } as const;
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

it('second tries go on in the room that is left by those that hang', async () => {
  const stage = await aStage();
  const setup = { settings: { kinds: ['start'] } } as const;
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

it('a post whose answer was lost so long ago that its nonce is forgotten is looked for first', async () => {
  const stage = await aStage();
  await stage.chosen(1, { settings: { kinds: ['start'] } }, aPlayer(1));
  const played = aPlayedMatch(stage);
  await played.isKnown();
  const lost: SendOutcome = { kind: 'failed', reason: 'no answer', retryAfterMs: 0 };
  stage.discord.takes((asked) => {
    stage.discord.act(asked);
    return lost;
  });
  await played.begins();
  await pass(3 * MINUTE);
  expect(stage.discord.asked.length).toBeGreaterThan(3);
  expect(stage.discord.asked.every(({ isLookedFor }) => !isLookedFor)).toBe(true);
  stage.discord.takes(() => ({ kind: 'limited', retryAfterMs: 5 * MINUTE }));
  await pass(MINUTE);
  stage.discord.takes();
  await pass(6 * MINUTE);
  expect(stage.discord.asked.at(-1)).toMatchObject({ kind: 'post', isLookedFor: true });
});

it('a post of old news that was never tried is not looked for', async () => {
  const stage = await aStage();
  await stage.chosen(1, { settings: { kinds: ['start'], delay: 240 } }, aPlayer(1));
  const played = aPlayedMatch(stage);
  await played.isKnown();
  await played.begins();
  await pass(5 * MINUTE);
  expect(stage.discord.asked).toMatchObject([{ kind: 'post', isLookedFor: false }]);
});
