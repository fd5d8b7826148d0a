import { expect } from 'vitest';
import { alerts } from '#commands/alerts.ts';
import type { DirectPostOptions } from '#src/alerts/channels/post-directly.ts';
import type { SendOutcome } from '#src/alerts/delivery/sender.ts';
import type { ChosenChannel, CommandRequest, Services } from '#src/discord/command.ts';
import type { FollowTarget } from '#src/domain/alerts/follows.ts';
import type { Form } from '#src/render/forms.ts';
import type { MessageBody } from '#src/render/message.ts';
import type { PanelForm } from '#src/render/moderation/panel/forms.ts';
import { channelsOfGuild } from '#src/store/channels/channels.ts';
import { changesOfChannel, changeToUndo } from '#src/store/channels/setting-changes.ts';
import { addFollow, followsOf } from '#src/store/follows/follows.ts';
import { aPlayer } from '../padel-api/names.ts';
import { formRefusals, refusals } from '../render/held.ts';
import { aFormRequest, aRequest, aStage, pressOn, type Filled, type Typed } from './stage.ts';

/** The moderator. */
export const CLARA = { userId: 'clara', mayManage: true };

export const PLAYER: FollowTarget = { kind: 'player', id: 1 };

export const REFUSED = { kind: 'refused', reason: 'missing-permissions' } as const;

const A_CHANNEL: ChosenChannel = { id: '500', kind: 'text', missing: [] };

/** What Discord accepts. */
const accepted = (body: MessageBody | undefined): MessageBody => {
  expect(body === undefined ? ['nothing'] : refusals(body)).toEqual([]);
  return body ?? {};
};

/**
 * A server in which Clara runs `/alerts`; posts and notifications are recorded.
 * @param sends what becomes of a post @param more what else the bot knows
 */
export const aServer = async (
  sends: SendOutcome = { kind: 'sent', messageId: '900' },
  more: Partial<Services> = {},
) => {
  const { services: usual, setUp } = await aStage([aPlayer(1, 'Ana Vega')]);
  const posted: [string, MessageBody, (DirectPostOptions | undefined)?][] = [];
  const notified: (readonly [string, number])[] = [];
  const followedKinds: string[] = [];
  const greeted: string[] = [];
  const services: Services = {
    ...usual,
    postIn: ({ discordId }, ...post) => {
      posted.push([discordId, ...post]);
      return Promise.resolve(sends);
    },
    channelReady: (key) => Promise.resolve(void notified.push(['ready', key])),
    greetingAnswered: (_place, id) => Promise.resolve(void greeted.push(id)),
    followed: ({ kind }) => Promise.resolve(void followedKinds.push(kind)),
    ...more,
  };
  const { db } = services;
  const run = async (
    subcommand: string,
    typed: Typed = {},
    chosen: Partial<ChosenChannel> | null = null,
    user: Partial<CommandRequest> = {},
  ) => {
    const channel = chosen === null ? null : { ...A_CHANNEL, ...chosen };
    const asked = { ...CLARA, subcommand, channel: () => channel, ...user };
    return accepted(await alerts.run(aRequest(typed, asked), services));
  };
  /** Uses a control by its custom id, which `alerts:` begins. */
  const pressBy = async (user: Partial<CommandRequest>, id: string, ...chosen: string[]) =>
    accepted(await pressOn(alerts, services, id.split(':'), chosen, { ...CLARA, ...user }));
  const open = async (id: string): Promise<Form> => {
    const request = { ...aRequest({}, CLARA), values: id.split(':'), chosen: [] };
    const form = await alerts.form?.show(request, services);
    if (form === undefined) throw new Error(`${id} opens no form`);
    expect(formRefusals(form)).toEqual([]);
    return form;
  };
  const submit = async (form: Form, filled: Filled) =>
    accepted(await alerts.form?.submit(aFormRequest(form, filled, CLARA), services));
  const channels = () => channelsOfGuild(db, 'guild');
  return {
    services,
    db,
    setUp,
    posted,
    notified,
    followedKinds,
    greeted,
    run,
    pressBy,
    press: (id: string, ...chosen: string[]) => pressBy({}, id, ...chosen),
    open,
    submit,
    /** Opens a form and submits it. */
    fill: async (which: PanelForm, filled: Filled) =>
      await submit(await open(`${which}:1:times`), filled),
    why: async (user = {}) => descriptionOf(await run('why', { match: '123' }, null, user)),
    health: async () => descriptionOf(await run('health')),
    channels,
    settings: async () => (await channels())[0]?.settings,
    changes: (key = 1) => changesOfChannel(db, { key, guildId: 'guild' }, 10),
    toUndo: () => changeToUndo(db, { key: 1, guildId: 'guild' }),
    /** The channel, or a member in it, begins to follow somebody. */
    follow: (target = PLAYER, memberId: string | null = null, channelKey = 1, at = 1) =>
      addFollow(db, { channelKey, memberId }, target, at),
    follows: async () =>
      (await followsOf(db, { channelKey: 1, memberId: null })).map(
        ({ kind, id }) => `${kind} ${id}`,
      ),
  };
};

/** The same with one alert channel. */
export const opened = async (more: Partial<Services> = {}) => {
  const server = await aServer(undefined, more);
  await server.setUp();
  return server;
};

export const descriptionOf = ({ embeds = [] }: MessageBody): string =>
  embeds.map(({ description }) => description ?? '').join('\n');
