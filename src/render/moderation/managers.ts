import type { Reader } from '../../i18n/i18n.ts';
import { COLOURS, embedReply, type MessageBody } from '../message.ts';

/** Who manages a server's alerts, and how a role gets to see `/alerts`. */
export const managersMessage = ({ t }: Reader, roles: readonly string[]): MessageBody => {
  const names = roles.map((id) => `<@&${id}>`).join(' ');
  return embedReply({
    title: t('managers.title'),
    description: [
      roles.length === 0 ? t('managers.none') : t('managers.roles', { roles: names }),
      t('managers.see'),
    ].join('\n\n'),
    color: COLOURS.final,
  });
};
