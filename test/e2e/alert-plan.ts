import { expect } from 'vitest';
import { GUILD_ID } from '#sandbox/discord/guild/accounts.ts';
import { SETTINGS_FILE, type ChannelInFile } from '#src/domain/alerts/settings-file.ts';
import type { Answer, CreateChannelRequest } from '#sandbox/discord/control-contract.ts';
import type { ShownMessage } from '#sandbox/discord/shown-state.ts';
import { controlsOf } from './explore.ts';
import type { Stage } from './stage.ts';

/** A page of the panel, one of its menus, and the values to choose in it. */
export type Choosing = readonly [page: string, menu: string, values: readonly string[]];

/** An alert channel as a moderator sets it up. */
export interface Plan {
  readonly type?: CreateChannelRequest['type'];
  readonly language?: string;
  /** What differs from the settings of a new channel. */
  readonly settings?: ChannelInFile['settings'];
  readonly choose?: readonly Choosing[];
  /** What the channel follows, as options of `/follow`. */
  readonly follows?: readonly string[];
  /** What members follow there, as options of `/follow` by username. */
  readonly members?: Readonly<Record<string, string>>;
}

/** May manage the server; the language of this account is English. */
export const MODERATOR = 'clara';

export const messageOf = ({ message }: Answer): ShownMessage => {
  if (message === null) throw new Error('nothing was answered');
  return message;
};

const controlFor = (message: ShownMessage, name: string): string => {
  const rows = JSON.stringify(message.components);
  const [, id] = new RegExp(`"custom_id":"(alerts:${name}:[^"]*)"`).exec(rows) ?? [];
  if (id === undefined) throw new Error(`the panel has no ${name}: ${rows}`);
  return id;
};

/** Presses a button or chooses from a menu in a panel. */
export const usePanel = async (
  stage: Stage,
  panel: ShownMessage,
  name: string,
  values: readonly string[] = [],
  as = MODERATOR,
): Promise<ShownMessage> => {
  const press = { message: panel.id, customId: controlFor(panel, name), values };
  const answer = await stage.pressAs(as, press);
  expect(answer.status, `${name}: ${JSON.stringify(answer.message?.content)}`).toBe('updated');
  return messageOf(answer);
};

export const openPanel = async (stage: Stage, channel: string): Promise<ShownMessage> =>
  messageOf(await stage.runIn('general', MODERATOR, `/alerts panel channel:#${channel}`));

/** Changes settings of a channel by a file. */
const applyFile = async (
  stage: Stage,
  channel: string,
  settings: ChannelInFile['settings'],
): Promise<void> => {
  const file = { ...SETTINGS_FILE, server: GUILD_ID, channels: [{ channel, settings }] };
  const content = Buffer.from(JSON.stringify(file)).toString('base64');
  const files = { file: { filename: 'settings.json', content } };
  const preview = await stage.runIn('general', MODERATOR, '/alerts file', files);
  await usePanel(stage, messageOf(preview), 'import');
};

/** Creates and sets up a planned alert channel, and returns its id. */
export const setUp = async (stage: Stage, name: string, plan: Plan): Promise<string> => {
  const {
    type = 'text',
    language = 'en',
    settings,
    choose = [],
    follows = [],
    members = {},
  } = plan;
  const { id } = await stage.makeChannel(name, type);
  const asModerator = async (line: string, where = 'general'): Promise<ShownMessage> => {
    const answer = await stage.runIn(where, MODERATOR, line);
    expect(answer, `${line}: ${JSON.stringify(answer.message?.content)}`).toMatchObject({
      status: 'answered',
      ephemeral: true,
    });
    return messageOf(answer);
  };
  let panel = await asModerator(`/alerts setup channel:#${name} language:${language}`);
  expect(controlsOf(panel).length, name).toBeGreaterThan(0);
  if (settings !== undefined) await applyFile(stage, id, settings);
  for (const [page, menu, values] of choose) {
    panel = await usePanel(stage, panel, 'page', [page]);
    panel = await usePanel(stage, panel, menu, values);
  }
  for (const what of follows) {
    const { content } = await asModerator(`/follow ${what} who:channel`, name);
    expect(content, `${name} ${what}`).toContain('follows');
  }
  for (const [person, what] of Object.entries(members)) {
    const answer = await stage.runIn(name, person, `/follow ${what}`);
    expect(answer.message?.content, `${person} ${what}`).toMatch(/You now follow|Ahora sigues/);
  }
  return id;
};

/** All servers run in this process: with more at once, responses would miss Discord's deadline. */
const AT_ONCE = 5;

/** Sets up several alert channels, and returns their ids by name. */
export const setUpAll = async (
  stage: Stage,
  plans: Readonly<Record<string, Plan>>,
): Promise<Map<string, string>> => {
  const ids = new Map<string, string>();
  const waiting = Object.entries(plans);
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [name, plan] = next;
      ids.set(name, await setUp(stage, name, plan));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return ids;
};
