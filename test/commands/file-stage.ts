import { expect } from 'vitest';
import { alerts } from '#commands/alerts.ts';
import type { CommandUser, Services } from '#src/discord/command.ts';
import type { MessageBody } from '#src/render/message.ts';
import { categoryTarget, type FollowTarget } from '#src/domain/alerts/follows.ts';
import { changeSettings, setPaused } from '#src/store/channels/channel-settings.ts';
import { setUpChannel } from '#src/store/channels/channels.ts';
import { setManagerRoles } from '#src/store/channels/manager-roles.ts';
import { serverSettings } from '#src/store/channels/server-data.ts';
import type { Db } from '#src/store/connection/database.ts';
import { addFollow } from '#src/store/follows/follows.ts';
import { aPlayer } from '../padel-api/names.ts';
import { idsOfControls } from '../render/controls.ts';
import { changesOfGuild } from '../store/changes.ts';
import { aRequest, aStage, expectRefusal } from './stage.ts';

export const GUILD = '900000000000000001';
export const [PADEL, NEWS] = ['500', '501'];
export const [FANS, MANAGERS, GONE] = ['801', '802', '899'];
export const CLARA = { userId: 'clara', mayManage: true, guildId: GUILD };

type TestUser = Partial<Pick<CommandUser, 'userId' | 'roleIds' | 'mayManage' | 'guildId'>>;

/** A server with two alert channels, of which the first has settings of its own. */
export const aServer = async (own?: Db) => {
  const { services: usual } = await aStage([aPlayer(1, 'Ana Vega'), aPlayer(2, 'Eva Soria')]);
  const changed: number[] = [];
  const services: Services = {
    ...usual,
    db: own ?? usual.db,
    now: () => 1_790_000_000_000,
    rolesOf: () => new Set([FANS, MANAGERS]),
    settingsChanged: (key) => Promise.resolve(void changed.push(key)),
  };
  const { db } = services;
  const setup = { guildId: GUILD, locale: 'en', configuredBy: 'clara' };
  const padel = await setUpChannel(db, { discordId: PADEL, ...setup }, 1);
  await setUpChannel(db, { discordId: NEWS, ...setup, locale: 'es' }, 1);
  await changeSettings(
    db,
    padel.key,
    (settings) => ({
      ...settings,
      quietHours: { from: 1_320, to: 480 },
      roles: [GONE, FANS],
      levels: ['p1', 'major'],
    }),
    1,
  );
  const follower = { channelKey: padel.key, memberId: null };
  await addFollow(db, follower, { kind: 'player', id: 1 }, 1);
  await addFollow(db, follower, categoryTarget('women'), 2);
  await addFollow(db, { ...follower, memberId: 'somebody' }, { kind: 'player', id: 2 }, 3);
  await setPaused(db, padel.key, 5);
  await setManagerRoles(db, GUILD, [MANAGERS]);
  return { services, changed };
};

export type FileOfTest = Record<string, unknown> & {
  channels: (Record<string, unknown> & {
    settings: Record<string, unknown>;
    follows: (FollowTarget & { name?: string })[];
  })[];
};

/** A file, or how it is downloaded. */
type Given = string | null | (() => Promise<string>);

export const run = (services: Services, user: TestUser, given: Given = null) =>
  alerts.run(
    {
      ...aRequest({}, user),
      subcommand: 'file',
      file: typeof given === 'function' ? given : () => Promise.resolve(given),
    },
    services,
  );

const textIn = ({ files = [] }: MessageBody): string => new TextDecoder().decode(files[0]?.data);

export const exported = async (services: Services): Promise<string> =>
  textIn(await run(services, CLARA));

/** The exported file after an edit. */
export const edited = async (
  services: Services,
  edit: (file: FileOfTest, padel: FileOfTest['channels'][number]) => void,
): Promise<string> => {
  const file = JSON.parse(await exported(services)) as FileOfTest;
  const [padel] = file.channels;
  if (padel !== undefined) edit(file, padel);
  return JSON.stringify(file);
};

export const preview = (services: Services, text: string, user: TestUser = CLARA) =>
  run(services, user, text);

const FORGED = 'alerts:import:0123456789abcdef';

/** Presses Apply below a preview, whose message carries the file. */
export const apply = (
  services: Services,
  shown: MessageBody,
  given: string | (() => Promise<string>) = textIn(shown),
  user: TestUser = CLARA,
) => {
  const id = idsOfControls(shown).find((each) => each.startsWith('alerts:import:')) ?? FORGED;
  return alerts.component?.run(
    {
      ...aRequest({}, user),
      values: id.split(':').slice(1),
      chosen: [],
      messageFile: typeof given === 'function' ? given : () => Promise.resolve(given),
    },
    services,
  );
};

export const stateOf = async ({ db }: Services) => ({
  ...(await serverSettings(db, GUILD)),
  changes: await changesOfGuild(db, GUILD),
});

/** Expects that a file is refused with a problem, and that nothing is changed. */
export const expectRefused = async (
  services: Services,
  file: string,
  problem: string,
  values: object = {},
): Promise<void> => {
  const before = await stateOf(services);
  await expectRefusal(() => preview(services, file), problem, values);
  await expectRefusal(() => apply(services, {}, file), problem, values);
  expect(await stateOf(services)).toEqual(before);
};

export type Edit = Parameters<typeof edited>[1];

export const setting =
  (name: string, value: unknown): Edit =>
  (_file, { settings }) => {
    settings[name] = value;
  };
