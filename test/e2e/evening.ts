import { expect, vi } from 'vitest';
import type { ShownChannel, ShownMessage } from '#sandbox/discord/shown-state.ts';
import { MODERATOR, openPanel, setUpAll, usePanel } from './alert-plan.ts';
import {
  kindOf,
  startRecording,
  type PostKind,
  type Recording,
  type Shown,
} from './alert-record.ts';
import { openAlertStage, type AlertStage } from './alert-stage.ts';
import { textOf } from './askers.ts';
import { CASES, OTHERS } from './evening-cases.ts';
import { MATCH, PLAYER, ROWS } from './evening-rows.ts';
import { PATIENCE } from './stage.ts';

/** The followed player gets a name that could ping everyone. */
const NAME = 'Maite Valero Ballester';
export const HOSTILE = 'Maite @everyone';

/** Makes the second set wrong in the match and in its live data, as the service has it at first. */
const wrongly = (body: string): string =>
  body
    .replaceAll('{"team_1":"0","team_2":"6"}', '{"team_1":"1","team_2":"6"}')
    .replaceAll(/(?<="set_score":")0(?= ?- ?6")/g, '1');

/** An evening that was played with many alert channels, and what was posted in them. */
export interface Evening {
  readonly stage: AlertStage;
  readonly recording: Recording;
  /** Discord ids of the channels by name. */
  readonly ids: ReadonlyMap<string, string>;
  readonly shownIn: (name: string) => readonly Shown[];
  /** The posts of a channel as they were first posted. */
  readonly posted: (name: string, kind?: PostKind) => readonly ShownMessage[];
  /** The messages that are left in a channel at the end. */
  readonly left: (name: string) => Promise<readonly ShownMessage[]>;
  readonly threadsOf: (name: string) => Promise<readonly ShownChannel[]>;
  /** Runs a command as a moderator, and returns the text of the response. */
  readonly ask: (line: string, as?: string) => Promise<string>;
  /** What was shown during the evening. */
  readonly seen: {
    /** The result post before the correction. */
    mistaken: string;
    /** `/alerts health` while channels were broken. */
    health: string;
    /** `/alerts why` of every case, by its name. */
    why: ReadonlyMap<string, string>;
  };
  readonly stop: () => Promise<void>;
}

const PASSES = [
  ...['11:55', '12:11', '12:20', '12:27', '12:31', '12:42', '12:44', '12:50', '13:02', '13:17'],
  ...['13:25', '13:27', '13:41'],
];

/** Sets up every channel, and plays the evening. */
export const playEvening = async (): Promise<Evening> => {
  let isMistaken = true;
  const stage = await openAlertStage({
    watched: [MATCH],
    alter: (body) => {
      const named = body.replaceAll(NAME, HOSTILE).replaceAll('Valero', '@everyone');
      return isMistaken ? wrongly(named) : named;
    },
  });
  const recording = await startRecording(stage.demo.discord.url, stage.now);
  await stage.startBot();
  await stage.knows(MATCH);
  // Set up first: when a channel's alerts end, its members' follows move to the oldest channel.
  const ids = await setUpAll(stage, { heir: {} });
  for (const [name, id] of await setUpAll(stage, { ...ROWS, ...CASES, ...OTHERS }))
    ids.set(name, id);
  await stage.runIn('general', 'svea', `/follow name:player:${PLAYER} who:direct`);
  ids.set('direct', (await stage.directWith('svea')).id);

  const shownIn = (name: string): readonly Shown[] => recording.of(ids.get(name) ?? name);
  const seen: Evening['seen'] = { mistaken: '', health: '', why: new Map() };
  const evening: Evening = {
    stage,
    recording,
    ids,
    shownIn,
    posted: (name, kind) =>
      shownIn(name).flatMap(({ type, message }) =>
        type === 'message-create' &&
        message !== null &&
        (kind ?? kindOf(message)) === kindOf(message)
          ? [message]
          : [],
      ),
    left: (name) => stage.posts(ids.get(name) ?? name),
    threadsOf: async (name) => {
      const { channels } = await stage.state();
      return channels.filter(({ parentId }) => parentId === ids.get(name));
    },
    ask: async (line, as = MODERATOR) => textOf(await stage.runIn('general', as, line)),
    seen,
    stop: async () => {
      await recording.stop();
      await stage.stop();
    },
  };
  const hooks = hooksOf(evening, () => {
    isMistaken = false;
  });
  for (const at of PASSES) {
    // By then the record of the match before it is there.
    await stage.pass(`2026-11-21T${at}:00Z`, at === PASSES[0] ? 'read the schedule' : undefined);
    await hooks[at]?.();
  }
  return evening;
};

/** What people do during the evening, by time. */
const hooksOf = (
  { stage, posted, left, ask, seen }: Evening,
  correctScore: () => void,
): Readonly<Record<string, () => Promise<void>>> => {
  const press = async (name: string, button: string): Promise<void> => {
    await usePanel(stage, await openPanel(stage, name), button);
  };
  return {
    '11:55': async () => {
      for (const name of ['paused', 'paused-why']) await press(name, 'pause');
      const question = await usePanel(stage, await openPanel(stage, 'removed'), 'forget');
      await usePanel(stage, question, 'remove');
      for (const name of ['no-permission', 'mended-late']) await stage.deny(name, ['SendMessages']);
      await stage.deny('no-access', ['ViewChannel']);
    },
    '12:20': async () => {
      // A conversation pushes the cards down.
      for (let line = 1; line <= 12; line += 1)
        await stage.say('comes-back', 'iker', `vamos ${line}`);
    },
    '12:42': async () => {
      for (const name of ['paused', 'paused-why']) await press(name, 'resume');
      await stage.deny('mended-late', []);
      await vi.waitFor(() => {
        expect(posted('comes-back', 'card')).toHaveLength(1);
      }, PATIENCE);
    },
    '13:02': async () => {
      await stage.deny('mended-after', ['SendMessages']);
      // The feed would push the right score: without it the bot reads the wrong one at the end.
      await stage.demo.padel.steer({ feed: 'unplugged' });
    },
    // The final record has come at 13:16.
    '13:17': async () => {
      seen.mistaken = (await left('only-result'))[0]?.content ?? '';
      seen.health = await ask('/alerts health');
      const panel = await openPanel(stage, 'unfollowed');
      const page = await usePanel(stage, panel, 'page', ['follows']);
      await usePanel(stage, page, 'unfollow', [`player-${PLAYER}`]);
      await stage.runIn('follows-later', MODERATOR, `/follow name:player:${PLAYER} who:channel`);
      correctScore();
      await stage.restart();
      await stage.deny('mended-after', []);
      await stage.settled();
    },
    '13:27': async () => {
      const why = new Map<string, string>();
      for (const name of Object.keys(CASES)) {
        why.set(name, await ask(`/alerts why match:${MATCH} channel:#${name}`));
      }
      seen.why = why;
    },
  };
};
