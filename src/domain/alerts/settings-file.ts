import { z } from 'zod';
import { FOLLOW_KINDS, targetKey } from './follows.ts';
import { discordId, isDistinct, roleIds, someSettings } from './settings.ts';

/** What the first lines of a file of settings say. A later version may mean something else by a field. */
export const SETTINGS_FILE = { format: 'bandeja-settings', version: 1 } as const;

/** A file with 25 channels that follow as much as they can stays below it. */
export const SETTINGS_FILE_BYTES_MAX = 256 * 1024;

/** Discord's limit of channels in a server. */
const CHANNELS_MAX = 500;

const follow = z
  .strictObject({
    kind: z.enum(FOLLOW_KINDS),
    id: z.int().min(0),
    // For people who read the file.
    name: z.string().max(200).optional(),
  })
  .transform(({ kind, id }) => ({ kind, id }));

/** What any version of the file begins with. */
export const settingsFileHead = z.object({
  format: z.literal(SETTINGS_FILE.format),
  version: z.int().min(1),
  server: z.string(),
});

/** The settings of a server, as `/alerts file` writes them. What the file does not name stays as it is. */
export const settingsFile = (languages: readonly string[], followsMax: number) =>
  z.strictObject({
    ...settingsFileHead.shape,
    exportedAt: z.string().max(40).optional(),
    managers: roleIds.optional(),
    channels: z
      .array(
        z.strictObject({
          channel: discordId,
          language: z.enum(languages).optional(),
          isPaused: z.boolean().optional(),
          settings: someSettings.optional(),
          // Of the channel itself: nothing in the file is about members.
          follows: z
            .array(follow)
            .max(followsMax)
            .refine((list) => isDistinct(list.map(targetKey)))
            .optional(),
        }),
      )
      .max(CHANNELS_MAX)
      .refine((list) => isDistinct(list.map(({ channel }) => channel)))
      .default([]),
  });

export type SettingsFile = z.output<ReturnType<typeof settingsFile>>;

export type ChannelInFile = SettingsFile['channels'][number];
