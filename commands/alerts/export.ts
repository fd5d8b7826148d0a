import type { CommandUser, Services } from '../../src/discord/command.ts';
import { UserError } from '../../src/errors.ts';
import type { MessageBody } from '../../src/render/message.ts';
import { exportMessage } from '../../src/render/moderation/settings-file.ts';
import { serverSettings } from '../../src/store/channels/server-settings.ts';
import { namesOfTargets } from '../options/target-name.ts';

/**
 * `/alerts file` without a file: the settings of all alert channels as a file.
 * @throws UserError where there is no alert channel
 */
export const exportSettings = async (
  user: CommandUser,
  services: Services,
  guildId: string,
): Promise<MessageBody> => {
  const stored = await serverSettings(services.db, guildId);
  if (stored.channels.length === 0) throw new UserError('no-alert-channel');
  const targets = stored.channels.flatMap(({ follows }) => follows);
  const nameOf = await namesOfTargets(user, targets, services);
  return exportMessage(user, { guildId, stored, nameOf, at: services.now() });
};
