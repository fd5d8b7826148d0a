import type { CommandUser, Command, Services } from '../src/discord/command.ts';
import { UserError } from '../src/errors.ts';
import type { MessageBody } from '../src/render/message.ts';
import {
  forgetAnswer,
  forgetQuestion,
  memberDataMessage,
  serverDataMessage,
  type PrivacySubject,
  PRIVACY_SUBJECTS,
} from '../src/render/moderation/privacy.ts';
import { memberDataFile, serverDataFile } from '../src/render/moderation/privacy-file.ts';
import { deleteMemberData, memberData } from '../src/store/follows/member-data.ts';
import { deleteServerData, serverData } from '../src/store/channels/server-data.ts';
import { changesOf } from '../src/store/channels/setting-changes.ts';
import { ANYWHERE, labels, subcommand } from './options/labels.ts';
import { namesOfTargets } from './follows/target-name.ts';
import { wordIn } from './options/control-values.ts';

/**
 * Returns the server whose data a moderator asks for: who only manages its alerts may not.
 * @throws UserError in a direct message, and without the permission Manage Server
 */
const requireModerator = ({ guildId, mayManage }: CommandUser): string => {
  if (guildId === null) throw new UserError('server-only');
  if (!mayManage) throw new UserError('no-permission');
  return guildId;
};

/**
 * `/privacy`: shows what is stored about the user, or for moderators about the server; deletes it
 * after confirmation.
 */
export const privacy: Command = {
  definition: {
    ...labels((texts) => texts.command.privacy),
    ...ANYWHERE,
    options: PRIVACY_SUBJECTS.map((name) => subcommand((texts) => texts.command.privacy.sub[name])),
  },
  visibility: 'private',
  isScoreless: true,
  run: (request, services) =>
    SUBJECTS[wordIn(PRIVACY_SUBJECTS, request.subcommand)].show(request, services),
  component: {
    answer: 'update',
    run: async (request, services) => {
      const [action, about] = request.values;
      const subject = wordIn(PRIVACY_SUBJECTS, about);
      const { mayDelete, forget } = SUBJECTS[subject];
      mayDelete(request);
      if (action === 'ask') return forgetQuestion(request, subject);
      if (action === 'keep') return forgetAnswer(request, subject, 'kept');
      if (action !== 'delete') throw new UserError('outdated-control');
      await forget(request, services);
      return forgetAnswer(request, subject, 'deleted');
    },
  },
};

/**
 * The moderator's server.
 * @throws UserError in a direct message, and for users who may not manage the server.
 */
const ownServer = (user: CommandUser): string => {
  if (user.guildId === null) throw new UserError('privacy-server-only');
  return requireModerator(user);
};

interface Subject {
  readonly show: (user: CommandUser, services: Services) => Promise<MessageBody>;
  /** @throws UserError for users who may not delete it. */
  readonly mayDelete: (user: CommandUser) => void;
  readonly forget: (user: CommandUser, services: Services) => Promise<void>;
}

const SUBJECTS: Readonly<Record<PrivacySubject, Subject>> = {
  me: {
    show: async (user, services) => {
      const data = await memberData(services.db, user.userId);
      const followed = [...data.follows, ...(data.direct?.follows ?? [])];
      const targets = followed.map(({ target }) => target);
      const nameOf = await namesOfTargets(user, targets, services);
      const changes = changesOf(services.db, { memberId: user.userId });
      const file = await memberDataFile(user, user.userId, data, changes, nameOf);
      return memberDataMessage(user, data, nameOf, file);
    },
    // Every user may delete their own data.
    mayDelete: () => undefined,
    forget: ({ userId }, { db }) => deleteMemberData(db, userId),
  },
  server: {
    show: async (user, services) => {
      const guildId = ownServer(user);
      const data = await serverData(services.db, guildId);
      const targets = data.channels.flatMap(({ follows }) => follows.map(({ target }) => target));
      const nameOf = await namesOfTargets(user, targets, services);
      const changes = changesOf(services.db, { guildId });
      const file = await serverDataFile(user, guildId, data, changes, nameOf);
      return serverDataMessage(user, data, file);
    },
    mayDelete: ownServer,
    forget: (user, { db }) => deleteServerData(db, ownServer(user)),
  },
};
