import { ComponentType } from 'discord-api-types/v10';
import { expect, onTestFinished } from 'vitest';
import { createMatchIndex } from '#commands/options/match-index.ts';
import type {
  AutocompleteRequest,
  Command,
  CommandRequest,
  ComponentRequest,
  FormRequest,
  Services,
} from '#src/discord/command.ts';
import type { Match } from '#src/domain/match/match.ts';
import { stateOf } from '#src/domain/match/state.ts';
import { UNKNOWN_SERVICE } from '#src/domain/quota.ts';
import type { DirectoryEntry } from '#src/domain/people/directory.ts';
import { UserError } from '#src/errors.ts';
import { translator } from '#src/i18n/i18n.ts';
import { createPadelApi } from '#src/padel-api/client.ts';
import { createDirectory } from '#src/padel-api/names/directory.ts';
import type { Form } from '#src/render/forms.ts';
import type { MessageBody } from '#src/render/message.ts';
import { drawPicture } from '#src/render/pictures/draw.ts';
import { createAlertManagers } from '#src/discord/servers/alert-managers.ts';
import { managerRoles } from '#src/store/channels/manager-roles.ts';
import { setUpChannel, type ChannelSetup } from '#src/store/channels/channels.ts';
import { insertMatch } from '#src/store/matches/matches.ts';
import { MINUTE } from '#src/lib/time.ts';
import { aStore } from '../store/migrated.ts';
import { aService, says, type Answering } from '../padel-api/service.ts';
import { aLog } from '../lib/log.ts';

const NOTHING: Answering = (response) => {
  says(response, 404, { message: 'Not found.' });
};

/** The time of every read, fixed so that two responses do not differ by a passing second. */
export const READ_AT = Date.now();

const PATIENT = {
  person: MINUTE,
  result: MINUTE,
  live: MINUTE,
  background: MINUTE,
  refresh: MINUTE,
  names: MINUTE,
};

/** What commands work with: a store in memory, a data service in process, these names. */
export const aStage = async (names: readonly DirectoryEntry[], answer: Answering = NOTHING) => {
  const store = await aStore();
  onTestFinished(store.close);
  const service = await aService(answer);
  const api = createPadelApi({
    baseUrl: `${service.origin}/api`,
    token: 'token',
    now: () => READ_AT,
    random: () => 0,
    // On a busy machine an answer may take longer than a member waits.
    timeoutsMs: PATIENT,
    userTimeoutMs: MINUTE,
    log: aLog(),
  });
  onTestFinished(api.close);
  const services: Services = {
    api,
    directory: createDirectory(names),
    db: store.db,
    matches: createMatchIndex(store.db),
    now: () => 1,
    followed: () => Promise.resolve(),
    channelReady: () => Promise.resolve(),
    settingsChanged: () => Promise.resolve(),
    postIn: () => Promise.resolve({ kind: 'sent', messageId: '900' }),
    greetingAnswered: () => Promise.resolve(),
    directChannel: () => Promise.resolve(null),
    missingIn: () => [],
    timedOutUntil: () => null,
    areMentionable: () => true,
    rolesOf: () => null,
    mayManageAlerts: createAlertManagers({
      managerRoles: (guildId) => managerRoles(store.db, guildId),
      commandPermissions: () => Promise.resolve([]),
      log: aLog(),
    }),
    viewOf: () => Promise.resolve({ locale: null, hidesScores: false }),
    placeOf: () => Promise.resolve({ locale: null, isGuarded: false }),
    draw: drawPicture,
    commandIds: () => new Map(),
    supportUrl: null,
    machine: () => Promise.resolve({ database: null, clockAheadMs: 0 }),
    status: () => ({
      feedConnected: true,
      lastUpdateAt: 1,
      silent: [],
      service: { ...UNKNOWN_SERVICE, requestsLeft: 60 },
      startedAt: 0,
      version: '1.0.0',
    }),
  };
  const setUp = (more: Partial<ChannelSetup> = {}) => {
    const channel = { discordId: '500', guildId: 'guild', locale: 'en', configuredBy: 'moderator' };
    return setUpChannel(store.db, { ...channel, ...more }, 1);
  };
  return { services, service, setUp };
};

/** Stores matches as they are when they are first read. */
export const storeMatches = async (
  { db }: Pick<Services, 'db'>,
  ...matches: readonly Match[]
): Promise<void> => {
  for (const match of matches) await insertMatch(db, { match, state: stateOf(match), now: 1 });
};

/** Presses a control of a command, or chooses in its menu. */
export const pressOn = async (
  { component }: Command,
  services: Services,
  values: readonly string[],
  chosen: readonly string[] = [],
  user: Partial<MemberRequest> = {},
): Promise<MessageBody> => {
  const body = await component?.run({ ...aRequest({}, user), values, chosen }, services);
  if (body === undefined) throw new Error('the command has no controls');
  return body;
};

/** Expects that something is refused with a problem. */
export const expectRefusal = async (
  work: () => unknown,
  problem: string,
  values: object = {},
): Promise<void> => {
  await expect((async () => await work())()).rejects.toMatchObject({ problem, values });
};

/** How many queries this makes. */
export const queriesOf = async (
  services: Services,
  work: (services: Services) => Promise<unknown> | undefined,
): Promise<number> => {
  let queries = 0;
  const db = services.db.withPlugin({
    transformQuery: ({ node }) => node,
    // Of prepared statements, too.
    transformResult: ({ result }) => {
      queries += 1;
      return Promise.resolve(result);
    },
  });
  await work({ ...services, db });
  return queries;
};

export type Typed = Readonly<Record<string, string>>;

/** A member's request, whether for a command or for a control. */
type MemberRequest = CommandRequest &
  Pick<ComponentRequest, 'channelOf' | 'messageFile' | 'isPrivate'>;

/** A member of the server who runs a command with these options. */
export const aRequest = (
  typed: Typed = {},
  overrides: Partial<MemberRequest> = {},
): MemberRequest => ({
  userId: 'member',
  guildId: 'guild',
  channelId: 'channel',
  parentId: null,
  roleIds: [],
  mayManage: false,
  maySee: () => true,
  t: translator('en'),
  locale: 'en',
  discordLocale: 'en',
  typesIn: 'en-GB',
  subcommand: null,
  text: (name) => typed[name] ?? null,
  channel: () => null,
  channelOf: (id) => ({ id, kind: 'text', missing: [] }),
  file: () => Promise.resolve(null),
  messageFile: () => Promise.reject(new UserError('file-gone')),
  ...overrides,
});

/** The filled-in values by field, typed or chosen. Other fields stay as the form shows them. */
export type Filled = Readonly<Record<string, string | readonly string[]>>;

/** The same member submitting a form. */
export const aFormRequest = (
  { custom_id: id, components }: Form,
  filled: Filled,
  overrides: Partial<MemberRequest> = {},
): FormRequest => {
  const fields = components.flatMap((label) => ('component' in label ? [label.component] : []));
  const fieldOf = (name: string) => fields.find((each) => each.custom_id === name);
  return {
    ...aRequest({}, overrides),
    values: id.split(':').slice(1),
    text: (name) => {
      const field = fieldOf(name);
      if (field?.type !== ComponentType.TextInput) return null;
      return String(filled[name] ?? field.value ?? '');
    },
    chosen: (name) => {
      const field = fieldOf(name);
      if (field?.type !== ComponentType.StringSelect) return null;
      const preset = field.options.filter((each) => each.default === true);
      return [filled[name] ?? preset.map(({ value }) => value)].flat();
    },
  };
};

/** The same member while they type this option. */
export const whileTyping = (option: string, typed: Typed): AutocompleteRequest => ({
  ...aRequest(typed),
  option,
  typed: typed[option] ?? '',
});
