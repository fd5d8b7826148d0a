import type { StoredServer } from '../../domain/alerts/import-plan.ts';
import { SETTINGS_FILE, SETTINGS_FILE_BYTES_MAX } from '../../domain/alerts/settings-file.ts';
import type { Instant } from '../../domain/terms.ts';
import { localeOf, type Reader } from '../../i18n/i18n.ts';
import { shortened } from '../../i18n/text.ts';
import { reply, type AnswerFile, type MessageBody } from '../message.ts';
import { written } from './privacy-file.ts';
import type { NameOf } from './privacy.ts';

const NAME_MAX = 100;

interface Exported {
  readonly guildId: string;
  readonly stored: StoredServer;
  readonly nameOf: NameOf;
  readonly at: Instant;
}

/** What moderators have chosen in a server as a file that `/alerts file` reads. */
export const exportMessage = ({ t }: Reader, exported: Exported): MessageBody =>
  reply({
    content: t('import.exported'),
    files: [fileOf(t, dataOf(exported))],
  });

/** The file of an export, or again the one that somebody wants to import. */
export const fileOf = (t: Reader['t'], data: Uint8Array): AnswerFile => ({
  name: 'bandeja-settings.json',
  description: t('import.file'),
  data,
});

const dataOf = ({ guildId, stored, nameOf, at }: Exported): Uint8Array => {
  const document = {
    ...SETTINGS_FILE,
    server: guildId,
    exportedAt: new Date(at).toISOString(),
    managers: stored.managers,
    channels: stored.channels.map(({ channel, follows }) => {
      const { snoozedUntil: _, ...settings } = channel.settings;
      return {
        channel: channel.discordId,
        language: localeOf(channel.locale),
        isPaused: channel.pausedAt !== null,
        settings,
        follows: follows.map(({ kind, id }) => ({
          kind,
          id,
          name: shortened(nameOf({ kind, id }), NAME_MAX),
        })),
      };
    }),
  };
  const data = written(document);
  return data.length <= SETTINGS_FILE_BYTES_MAX ? data : written(document, 0);
};
