import { describe, expect, it } from 'vitest';
import { ALERT_TYPES } from '#src/domain/alerts/alert-types.ts';
import { SECOND, MINUTE } from '#src/lib/time.ts';
import { changeSettings } from '#src/store/channels/channel-settings.ts';
import { leaveGuild, returnToGuild } from '#src/store/channels/guild-channels.ts';
import { aPlayer, discordId } from '../store/rows.ts';
import type { DiscordRequest } from './fake-discord.ts';
import { aPlayedMatch, aStage, pass, type Stage } from './stage.ts';
import { typesIn } from './told.ts';

const AT_ONCE = discordId(1);
const LATER = discordId(2);
const DELAY = 60 * SECOND;

/** How late a delivery may be, milliseconds: posts of one moment are sent one after the other. */
const TOLERANCE = 1_500;

interface Seen {
  readonly at: number;
  readonly what: string;
}

/** Records when something in a channel changes, and how. */
const watch = (stage: Stage) => {
  const seen = new Map<string, Seen[]>([
    [AT_ONCE, []],
    [LATER, []],
  ]);
  const record = ({ kind, channelId, body }: DiscordRequest): undefined => {
    const { content = '', embeds = [] } = body;
    const what = `${kind} ${content} ${JSON.stringify(embeds)}`;
    seen.get(channelId)?.push({ at: Date.now(), what });
    return undefined;
  };
  stage.discord.takes(record);
  return {
    /** Starts another process, which is watched, too. */
    restart: async (): Promise<void> => {
      await stage.restart();
      stage.discord.takes(record);
    },
    in: (channelId: string): readonly Seen[] => seen.get(channelId) ?? [],
  };
};

/** Two channels that follow the same player: one without delay, one with a delay of a minute. */
const twoChannels = async () => {
  const stage = await aStage();
  const types = ALERT_TYPES;
  await stage.chosen(1, { settings: { types } }, aPlayer(1));
  const later = await stage.chosen(2, { settings: { types, delay: 60 } }, aPlayer(1));
  return { stage, later, played: aPlayedMatch(stage), watched: watch(stage) };
};

type Scene = Awaited<ReturnType<typeof twoChannels>>;

/** A match from its order of play to a correction, eleven seconds between any two moments. */
const steps = ({ played }: Scene): readonly (() => Promise<void>)[] => [
  played.isKnown,
  () => played.seen({ ...played.match, court: 'Court 3' }),
  played.begins,
  () => played.pointsPlayed(1),
  () => played.pointsPlayed(5),
  () => played.setsPlayed(1),
  () => played.pointsPlayed(30),
  played.ends,
  // Waits until both channels have the result: before that, the result itself would be right.
  async () => {
    await pass(2 * MINUTE);
    await played.isCorrected(0, '7-6(5)');
  },
];

const delay = ({ db }: Stage, key: number, seconds: number) =>
  changeSettings(db(), key, (own) => ({ ...own, delay: seconds }), Date.now());

/** Plays the steps from `from` up to `to`. */
const play = async (scene: Scene, from: number, to: number): Promise<void> => {
  for (const step of steps(scene).slice(from, to)) {
    await step();
    await pass(11 * SECOND);
  }
};

/**
 * Everything that is seen without delay is seen a minute later, in the same order and words. Within
 * one moment, a post or an edit may come first.
 */
const expectMinuteLater = ({ watched }: Scene): void => {
  // Posts; edits of the card, which has no content until the end; edits that correct a post.
  for (const [kind, least] of [
    [/^post/, 4],
    [/^edit (?: |\*\*Vega \/ Lamas\*\* –)/, 5],
    [/^edit (?! |\*\*Vega \/ Lamas\*\* –)/, 0],
  ] as const) {
    const [soon, late] = [AT_ONCE, LATER].map((channelId) =>
      watched.in(channelId).filter(({ what }) => kind.test(what)),
    );
    expect(soon?.length).toBeGreaterThan(least);
    expectAfter(soon ?? [], late ?? []);
  }
};

const expectAfter = (soon: readonly Seen[], late: readonly Seen[]): void => {
  expect(late.map(({ what }) => what)).toEqual(soon.map(({ what }) => what));
  for (const [index, { at }] of late.entries()) {
    const after = at - (soon[index]?.at ?? 0);
    expect(after).toBeGreaterThanOrEqual(DELAY);
    expect(after).toBeLessThan(DELAY + TOLERANCE);
  }
};

describe('a channel with a spoiler delay of a minute', () => {
  it('gets everything a minute later, and nothing before', async () => {
    const scene = await twoChannels();
    await play(scene, 0, 9);
    await pass(2 * MINUTE);
    expectMinuteLater(scene);
    expect(typesIn(scene.stage, LATER)).toEqual(typesIn(scene.stage, AT_ONCE));
  });

  it.each([3, 4, 5, 6, 7, 8, 9])(
    'gets nothing earlier when the process dies after step %i',
    async (moment) => {
      const scene = await twoChannels();
      await play(scene, 0, moment);
      await scene.watched.restart();
      await play(scene, moment, 9);
      await pass(2 * MINUTE);
      expectMinuteLater(scene);
    },
  );

  it('gets everything after a restart when it fell due while the process was down', async () => {
    const scene = await twoChannels();
    await play(scene, 0, 8);
    await scene.stage.alerts().stop();
    await pass(10 * MINUTE);
    await scene.watched.restart();
    await pass(MINUTE);
    expect(typesIn(scene.stage, LATER)).toEqual(typesIn(scene.stage, AT_ONCE));
  });

  it('shows neither the result nor the end of the match before a minute has passed', async () => {
    const scene = await twoChannels();
    const { stage, played } = scene;
    await play(scene, 0, 7);
    await pass(2 * MINUTE);
    const before = JSON.stringify(stage.discord.shownIn(LATER));
    await played.ends(DELAY - 1);
    expect(JSON.stringify(stage.discord.shownIn(LATER))).toBe(before);
    await pass(1 + TOLERANCE);
    expect(typesIn(stage, LATER).slice(-2)).toEqual(['set', 'result']);
  });

  it('gets the corrected result, without a correction, if corrected during the delay', async () => {
    const scene = await twoChannels();
    await play(scene, 0, 8);
    await scene.played.isCorrected(0, '7-6(5)');
    await pass(DELAY - 12 * SECOND);
    expect(typesIn(scene.stage, LATER)).not.toContain('result');
    await pass(2 * MINUTE);
    // A correction would be wrong: the old score was never posted here.
    expect(typesIn(scene.stage, LATER)).not.toContain('correction');
    expect(scene.stage.discord.contentsIn(LATER).at(-1)).toMatch(/beat .*7-6\(5\) 6-0.*corrected/);
  });

  it('gets a delayed card, too, when it begins to follow during a match', async () => {
    const { stage, played } = await twoChannels();
    const { key } = await stage.chosen(3, { settings: { delay: 60 } });
    await played.isKnown();
    await played.begins(2 * MINUTE);
    await played.pointsPlayed(3);
    await stage.chosen(3, {}, aPlayer(3));
    await stage.alerts().followed(aPlayer(3), key);
    await pass(DELAY - SECOND);
    const shown = () => JSON.stringify(stage.discord.shownIn(discordId(3)));
    // The match did not start when the channel began to follow.
    expect(shown()).not.toContain('has started');
    expect(shown()).toContain('**Vega / Lamas** – **Soria / Pinto**');
    expect(shown()).not.toMatch(/Vega.Lamas +0 +40/);
    await pass(SECOND + TOLERANCE);
    expect(shown()).toMatch(/Vega.Lamas +0 +40/);
  });

  it('backs off after a failed edit of its card, however many points follow', async () => {
    const { stage, played } = await twoChannels();
    await played.isKnown();
    await pass(2 * MINUTE);
    await played.begins(2 * MINUTE);
    const edits: number[] = [];
    stage.discord.takes(({ kind, channelId }) => {
      if (kind !== 'edit' || channelId !== LATER) return undefined;
      edits.push(Date.now());
      return { kind: 'failed', reason: 'edited-too-often', retryAfterMs: 10 * MINUTE };
    });
    for (let point = 1; point < 40; point += 1) {
      await played.pointsPlayed(point, 2 * SECOND);
    }
    await pass(2 * MINUTE);
    expect(edits).toHaveLength(1);
    await pass(10 * MINUTE);
    expect(edits).toHaveLength(2);
  });

  it('gets no pending post while the bot is gone, and gets fresh news on its return', async () => {
    const { stage, played, later } = await twoChannels();
    await played.isKnown();
    await pass(2 * MINUTE);
    await played.begins(5 * SECOND);
    await leaveGuild(stage.db(), later.guildId, Date.now());
    await pass(5 * MINUTE);
    expect(stage.discord.requests.map(({ channelId }) => channelId)).not.toContain(LATER);
    await returnToGuild(stage.db(), later.guildId);
    stage.alerts().wake();
    await pass(SECOND);
    expect(typesIn(stage, LATER)).toEqual(['start']);
  });

  it('delays what happens after the delay is set during a match', async () => {
    const { stage, played } = await twoChannels();
    await played.isKnown();
    await played.begins(5 * MINUTE);
    await delay(stage, 1, 60);
    const before = JSON.stringify(stage.discord.shownIn(AT_ONCE));
    await played.setsPlayed(1, DELAY - SECOND);
    expect(JSON.stringify(stage.discord.shownIn(AT_ONCE))).toBe(before);
    await pass(SECOND + TOLERANCE);
    expect(typesIn(stage, AT_ONCE)).toContain('set');
  });

  it('posts what is pending, in order, when the delay is removed', async () => {
    const { stage, played, later } = await twoChannels();
    await played.isKnown();
    await played.begins();
    await played.setsPlayed(1, SECOND);
    expect(stage.discord.shownIn(LATER)).toEqual([]);
    await delay(stage, later.key, 0);
    await pass(2 * MINUTE);
    expect(typesIn(stage, LATER)).toEqual(['start', 'set']);
  });
});
