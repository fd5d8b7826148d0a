import { describe, expect, it } from 'vitest';
import { ALERT_KINDS } from '#src/domain/alerts/kinds.ts';
import { SECOND, MINUTE } from '#src/lib/time.ts';
import { changeSettings } from '#src/store/channels/channel-settings.ts';
import { leaveGuild, returnToGuild } from '#src/store/channels/guild-channels.ts';
import { aPlayer, discordId } from '../store/rows.ts';
import type { Asked } from './fake-discord.ts';
import { aPlayedMatch, aStage, pass, type Stage } from './stage.ts';
import { kindsIn } from './told.ts';

const AT_ONCE = discordId(1);
const LATER = discordId(2);
const DELAY = 60 * SECOND;

/** What is delivered after its time, at the most: news of one moment goes one after the other. */
const TOLERANCE = 1_500;

interface Seen {
  readonly at: number;
  readonly what: string;
}

/** Notes when something of a channel changes, and how. */
const watch = (stage: Stage) => {
  const seen = new Map<string, Seen[]>([
    [AT_ONCE, []],
    [LATER, []],
  ]);
  const look = ({ kind, channelId, body }: Asked): undefined => {
    const { content = '', embeds = [] } = body;
    const what = `${kind} ${content} ${JSON.stringify(embeds)}`;
    seen.get(channelId)?.push({ at: Date.now(), what });
    return undefined;
  };
  stage.discord.takes(look);
  return {
    /** Another process takes over: it is watched, too. */
    restart: async (): Promise<void> => {
      await stage.restart();
      stage.discord.takes(look);
    },
    in: (channelId: string): readonly Seen[] => seen.get(channelId) ?? [],
  };
};

/** One channel that is told at once, one a minute later, of the same player. */
const twoChannels = async () => {
  const stage = await aStage();
  const kinds = ALERT_KINDS;
  await stage.chosen(1, { settings: { kinds } }, aPlayer(1));
  const later = await stage.chosen(2, { settings: { kinds, delay: 60 } }, aPlayer(1));
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
  // What was told is corrected; what was not told yet would be told rightly at once.
  async () => {
    await pass(2 * MINUTE);
    await corrected({ played });
  },
];

const corrected = async ({ played }: Pick<Scene, 'played'>): Promise<void> => {
  const [, ...rest] = played.finished.score ?? [];
  const first = { team_1: 7, team_2: 6, tieBreak: 5 };
  await played.seen({ ...played.finished, score: [first, ...rest] });
};

/** Plays so many of the steps. */
const play = async (scene: Scene, from: number, to: number): Promise<void> => {
  for (const step of steps(scene).slice(from, to)) {
    await step();
    await pass(11 * SECOND);
  }
};

/**
 * Everything that was to be seen at once is seen a minute later, in the same order and words. Of one
 * moment a post or an edit may come first.
 */
const expectMinuteLater = ({ watched }: Scene): void => {
  // What is posted, the card, which has no text of its own until the end, and what is corrected.
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
  it('is shown everything a minute later, and nothing before', async () => {
    const scene = await twoChannels();
    await play(scene, 0, 9);
    await pass(2 * MINUTE);
    expectMinuteLater(scene);
    expect(kindsIn(scene.stage, LATER)).toEqual(kindsIn(scene.stage, AT_ONCE));
  });

  it.each([3, 4, 5, 6, 7, 8, 9])(
    'is not told earlier when the process dies after moment %i',
    async (moment) => {
      const scene = await twoChannels();
      await play(scene, 0, moment);
      await scene.watched.restart();
      await play(scene, moment, 9);
      await pass(2 * MINUTE);
      expectMinuteLater(scene);
    },
  );

  it('is told in time though the process was dead when it became due', async () => {
    const scene = await twoChannels();
    await play(scene, 0, 8);
    await scene.stage.alerts().stop();
    await pass(10 * MINUTE);
    await scene.watched.restart();
    await pass(MINUTE);
    expect(kindsIn(scene.stage, LATER)).toEqual(kindsIn(scene.stage, AT_ONCE));
  });

  it('knows of the result a minute later, not of its end before', async () => {
    const scene = await twoChannels();
    const { stage, played } = scene;
    await play(scene, 0, 7);
    await pass(2 * MINUTE);
    const before = JSON.stringify(stage.discord.shownIn(LATER));
    await played.ends();
    await pass(DELAY - 1);
    expect(JSON.stringify(stage.discord.shownIn(LATER))).toBe(before);
    await pass(1 + TOLERANCE);
    expect(kindsIn(stage, LATER).slice(-2)).toEqual(['game', 'result']);
  });

  it('is told at once what is right of what was corrected meanwhile, and of no correction', async () => {
    const scene = await twoChannels();
    await play(scene, 0, 8);
    await corrected(scene);
    await pass(DELAY - 12 * SECOND);
    expect(kindsIn(scene.stage, LATER)).not.toContain('result');
    await pass(2 * MINUTE);
    // "Told before" would be wrong: it was not told here.
    expect(kindsIn(scene.stage, LATER)).not.toContain('correction');
    expect(scene.stage.discord.contentsIn(LATER).at(-1)).toMatch(/beat .*7-6\(5\) 6-0.*corrected/);
  });

  it('gets its card late, too, when it begins to follow in the middle', async () => {
    const { stage, played } = await twoChannels();
    const { key } = await stage.chosen(3, { settings: { delay: 60 } });
    await played.isKnown();
    await played.begins();
    await pass(2 * MINUTE);
    await played.pointsPlayed(3);
    await stage.chosen(3, {}, aPlayer(3));
    await stage.alerts().followed(aPlayer(3), key);
    await pass(DELAY - SECOND);
    const shown = () => JSON.stringify(stage.discord.shownIn(discordId(3)));
    // It did not start when they began to follow.
    expect(shown()).not.toContain('has started');
    expect(shown()).toContain('**Vega / Lamas** – **Soria / Pinto**');
    expect(shown()).not.toMatch(/Vega.Lamas +0 +40/);
    await pass(SECOND + TOLERANCE);
    expect(shown()).toMatch(/Vega.Lamas +0 +40/);
  });

  it('has its card rest after a failure, however many points fall meanwhile', async () => {
    const { stage, played } = await twoChannels();
    await played.isKnown();
    await pass(2 * MINUTE);
    await played.begins();
    await pass(2 * MINUTE);
    const edits: number[] = [];
    stage.discord.takes(({ kind, channelId }) => {
      if (kind !== 'edit' || channelId !== LATER) return undefined;
      edits.push(Date.now());
      return { kind: 'failed', reason: 'edited-too-often', retryAfterMs: 10 * MINUTE };
    });
    for (let point = 1; point < 40; point += 1) {
      await played.pointsPlayed(point);
      await pass(2 * SECOND);
    }
    await pass(2 * MINUTE);
    expect(edits).toHaveLength(1);
    await pass(10 * MINUTE);
    expect(edits).toHaveLength(2);
  });

  it('is told nothing of what waits once its server was left, and what is news still on return', async () => {
    const { stage, played, later } = await twoChannels();
    await played.isKnown();
    await pass(2 * MINUTE);
    await played.begins();
    await pass(5 * SECOND);
    await leaveGuild(stage.db(), later.guildId, Date.now());
    await pass(5 * MINUTE);
    expect(stage.discord.asked.map(({ channelId }) => channelId)).not.toContain(LATER);
    await returnToGuild(stage.db(), later.guildId);
    stage.alerts().wake();
    await pass(SECOND);
    expect(kindsIn(stage, LATER)).toEqual(['start']);
  });

  it('that is chosen in the middle holds for what comes then', async () => {
    const { stage, played } = await twoChannels();
    const delay = (delay: number) =>
      changeSettings(stage.db(), 1, (settings) => ({ ...settings, delay }), Date.now());
    await played.isKnown();
    await played.begins();
    await pass(5 * MINUTE);
    await delay(60);
    const before = JSON.stringify(stage.discord.shownIn(AT_ONCE));
    await played.setsPlayed(1);
    await pass(DELAY - SECOND);
    expect(JSON.stringify(stage.discord.shownIn(AT_ONCE))).toBe(before);
    await pass(SECOND + TOLERANCE);
    expect(kindsIn(stage, AT_ONCE)).toContain('set');
  });

  it('that is taken away tells what waits, in its order', async () => {
    const { stage, played, later } = await twoChannels();
    await played.isKnown();
    await played.begins();
    await played.setsPlayed(1);
    await pass(SECOND);
    expect(stage.discord.shownIn(LATER)).toEqual([]);
    await changeSettings(
      stage.db(),
      later.key,
      (settings) => ({ ...settings, delay: 0 }),
      Date.now(),
    );
    await pass(2 * MINUTE);
    expect(kindsIn(stage, LATER)).toEqual(
      ['start', 'game', 'set'].filter((kind) => kind !== 'game'),
    );
  });
});
