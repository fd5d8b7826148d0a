import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { SendOutcome } from '#src/alerts/delivery/sender.ts';
import { SECOND, MINUTE } from '#src/lib/time.ts';
import { aPlayer, discordId } from '../store/rows.ts';
import type { Asked } from './fake-discord.ts';
import { aPlayedMatch, aStage, pass, type Stage } from './stage.ts';

/** So many milliseconds before something is due; in each of them one part or another looks twice. */
const BEFORE = Array.from({ length: 24 }, (_, index) => index + 1);

/** Nothing else is going on in a minute: what is due is taken up by itself, or never. */
const dueIn = async (stage: Stage, milliseconds: number, before: number): Promise<void> => {
  await pass(milliseconds - before);
  await stage.wakeWhileTimePasses();
  await pass(MINUTE);
};

const refusing =
  (kind: Asked['kind'], answer: SendOutcome) =>
  (asked: Asked): SendOutcome | undefined =>
    asked.kind === kind ? answer : undefined;

const LIMITED: SendOutcome = { kind: 'limited', retryAfterMs: 5 * SECOND };
const FAILED: SendOutcome = { kind: 'failed', reason: 'down', retryAfterMs: 0 };

it('a card that falls due between two looks is edited all the same', async () => {
  const stage = await aStage();
  await stage.channel(1, aPlayer(1));
  const played = aPlayedMatch(stage);
  await played.isKnown();
  await played.begins();
  for (const before of BEFORE) {
    stage.discord.takes(refusing('edit', LIMITED));
    await played.pointsPlayed(before);
    stage.discord.takes();
    const asked = stage.discord.asked.length;
    await dueIn(stage, 5 * SECOND, before);
    expect(stage.discord.asked.slice(asked)).toMatchObject([{ kind: 'edit' }]);
  }
});

it('a post that falls due between two looks is sent all the same', async () => {
  const stage = await aStage();
  await stage.chosen(1, { settings: { kinds: ['start'] } }, aPlayer(1));
  for (const before of BEFORE) {
    const played = aPlayedMatch(stage, { id: 700 + before });
    await played.isKnown();
    stage.discord.takes(refusing('post', LIMITED));
    await played.begins();
    stage.discord.takes();
    await dueIn(stage, 5 * SECOND, before);
    expect(stage.discord.contentsIn(discordId(1))).toHaveLength(before);
  }
});

it('a message whose deletion falls due between two looks is deleted all the same', async () => {
  const stage = await aStage();
  await stage.chosen(1, { settings: { kinds: ['start', 'card'], removeCards: true } }, aPlayer(1));
  for (const before of BEFORE) {
    const played = aPlayedMatch(stage, { id: 700 + before });
    await played.isKnown();
    await played.begins();
    expect(stage.discord.shownIn(discordId(1))).toHaveLength(1);
    stage.discord.takes(refusing('remove', FAILED));
    await played.ends();
    stage.discord.takes();
    await dueIn(stage, SECOND, before);
    expect(stage.discord.shownIn(discordId(1))).toEqual([]);
  }
});

it('news whose rest ends between two looks are brought further all the same', async () => {
  const stage = await aStage();
  await stage.chosen(1, { settings: { kinds: ['result'] } }, aPlayer(1));
  for (const before of BEFORE) {
    const played = aPlayedMatch(stage, { id: 700 + before });
    await played.isKnown();
    await played.begins();
    // Whom a match reaches depends on where its players come from.
    await sql`alter table directory rename to lost_directory`.execute(stage.db());
    await played.ends();
    await sql`alter table lost_directory rename to directory`.execute(stage.db());
    await dueIn(stage, SECOND, before);
    expect(stage.discord.contentsIn(discordId(1))).toHaveLength(before);
  }
});
