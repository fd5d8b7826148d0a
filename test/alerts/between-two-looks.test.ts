import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { SendOutcome } from '#src/alerts/delivery/sender.ts';
import { SECOND, MINUTE } from '#src/lib/time.ts';
import { aPlayer, discordId } from '../store/rows.ts';
import type { DiscordRequest } from './fake-discord.ts';
import { aBegunMatch, aFollowedMatch, aKnownMatch, aStage, pass, type Stage } from './stage.ts';

/**
 * Milliseconds before the due time. Waking the loops this early lets one of them read the clock
 * both just before and just after the due time.
 */
const BEFORE = Array.from({ length: 24 }, (_, index) => index + 1);

/** Wakes the loops just before the due time. Nothing else wakes them in the next minute. */
const dueIn = async (stage: Stage, milliseconds: number, before: number): Promise<void> => {
  await pass(milliseconds - before);
  await stage.wakeWhileTimePasses();
  await pass(MINUTE);
};

const refusing =
  (kind: DiscordRequest['kind'], answer: SendOutcome) =>
  (request: DiscordRequest): SendOutcome | undefined =>
    request.kind === kind ? answer : undefined;

const numbered = (n: number) => ({ id: 700 + n, roundName: `Round ${n}`, round: null });

const LIMITED: SendOutcome = { kind: 'limited', retryAfterMs: 5 * SECOND };
const FAILED: SendOutcome = { kind: 'failed', reason: 'down', retryAfterMs: 0 };

it('a card that falls due between two clock reads is still edited', async () => {
  const { stage, played } = await aFollowedMatch();
  await played.begins();
  for (const before of BEFORE) {
    stage.discord.takes(refusing('edit', LIMITED));
    await played.pointsPlayed(before);
    stage.discord.takes();
    const requestCount = stage.discord.requests.length;
    await dueIn(stage, 5 * SECOND, before);
    expect(stage.discord.requests.slice(requestCount)).toMatchObject([{ kind: 'edit' }]);
  }
});

it('a post that falls due between two clock reads is still sent', async () => {
  const stage = await aStage();
  await stage.chosen(1, { settings: { types: ['start'] } }, aPlayer(1));
  for (const before of BEFORE) {
    const played = await aKnownMatch(stage, numbered(before));
    stage.discord.takes(refusing('post', LIMITED));
    await played.begins();
    stage.discord.takes();
    await dueIn(stage, 5 * SECOND, before);
    expect(stage.discord.contentsIn(discordId(1))).toHaveLength(before);
  }
});

it('a message whose deletion falls due between two clock reads is still deleted', async () => {
  const stage = await aStage();
  await stage.chosen(1, { settings: { types: ['start', 'card'] } }, aPlayer(1));
  for (const before of BEFORE) {
    const played = await aBegunMatch(stage, numbered(before));
    const [start] = stage.discord.shownIn(discordId(1)).slice(-1);
    await pass(4 * MINUTE);
    await stage.db().updateTable('cards').set({ messagesBelow: 10 }).execute();
    stage.discord.takes(refusing('remove', FAILED));
    await played.pointsPlayed(1);
    const ids = () => stage.discord.shownIn(discordId(1)).map(({ id }) => id);
    expect(ids()).toContain(start?.id);
    stage.discord.takes();
    await dueIn(stage, SECOND, before);
    expect(ids()).not.toContain(start?.id);
    await played.ends();
  }
});

it('an event whose retry falls due between two clock reads is still delivered', async () => {
  const stage = await aStage();
  await stage.chosen(1, { settings: { types: ['result'] } }, aPlayer(1));
  for (const before of BEFORE) {
    const played = await aBegunMatch(stage, numbered(before));
    // Without the directory the fan-out fails: it reads the countries of the players there.
    await sql`alter table directory rename to lost_directory`.execute(stage.db());
    await played.ends();
    await sql`alter table lost_directory rename to directory`.execute(stage.db());
    await dueIn(stage, SECOND, before);
    expect(stage.discord.contentsIn(discordId(1))).toHaveLength(before);
  }
});
