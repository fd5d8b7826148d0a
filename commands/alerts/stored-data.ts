import type { CommandUser, Services } from '../../src/discord/command.ts';
import { UserError } from '../../src/errors.ts';
import type { MessageBody } from '../../src/render/message.ts';
import {
  forgetAnswer,
  forgetQuestion,
  memberDataMessage,
  serverDataMessage,
  type PrivacySubject,
  SHOW_DATA,
} from '../../src/render/moderation/privacy.ts';
import { memberDataFile, serverDataFile } from '../../src/render/moderation/privacy-file.ts';
import { deleteMemberData, memberData } from '../../src/store/members/member-data.ts';
import { deleteServerData, serverData } from '../../src/store/channels/server-data.ts';
import { changesOf } from '../../src/store/channels/setting-changes.ts';
import { inFull, namesOfTargets } from '../options/target-name.ts';

/**
 * The moderator's server: who only manages its alerts may not see or delete all of its data.
 * @throws UserError in a direct message, and without the permission Manage Server
 */
const ownServer = ({ guildId, mayManage }: CommandUser): string => {
  if (guildId === null) throw new UserError('server-only');
  if (!mayManage) throw new UserError('no-permission');
  return guildId;
};

/** Shows what is stored about the user or about the server, and deletes it after a confirmation. */
export const onDataControl = async (
  user: CommandUser,
  subject: PrivacySubject,
  action: string | undefined,
  services: Services,
): Promise<MessageBody> => {
  const { idOf, show, forget } = SUBJECTS[subject];
  const id = idOf(user);
  if (action === SHOW_DATA) return await show(user, id, services);
  if (action === 'ask') return forgetQuestion(user, subject);
  if (action === 'keep') return forgetAnswer(user, subject, 'kept');
  if (action !== 'delete') throw new UserError('outdated-control');
  await forget(services.db, id);
  return forgetAnswer(user, subject, 'deleted');
};

/** Whether a control's values show the data: that is an answer of its own. */
export const showsData = ([control, action]: readonly string[]): boolean =>
  control === 'data' && action === SHOW_DATA;

interface Subject {
  /** Whose data it is. @throws UserError for users who may not delete it */
  readonly idOf: (user: CommandUser) => string;
  readonly show: (user: CommandUser, id: string, services: Services) => Promise<MessageBody>;
  readonly forget: (db: Services['db'], id: string) => Promise<void>;
}

const SUBJECTS: Readonly<Record<PrivacySubject, Subject>> = {
  me: {
    // Every user may delete their own data.
    idOf: ({ userId }) => userId,
    show: async (user, memberId, services) => {
      const data = await memberData(services.db, memberId);
      const followed = [...data.follows, ...(data.direct?.follows ?? [])];
      const targets = followed.map(({ target }) => target);
      const nameOf = await namesOfTargets(inFull(user), targets, services);
      const changes = changesOf(services.db, { memberId });
      const file = await memberDataFile(user, memberId, data, changes, nameOf);
      return memberDataMessage(user, data, nameOf, file);
    },
    forget: deleteMemberData,
  },
  server: {
    idOf: ownServer,
    show: async (user, guildId, services) => {
      const data = await serverData(services.db, guildId);
      const targets = data.channels.flatMap(({ follows }) => follows.map(({ target }) => target));
      const nameOf = await namesOfTargets(inFull(user), targets, services);
      const changes = changesOf(services.db, { guildId });
      const file = await serverDataFile(user, guildId, data, changes, nameOf);
      return serverDataMessage(user, data, file);
    },
    forget: deleteServerData,
  },
};
