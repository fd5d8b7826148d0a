import type { FollowTarget } from './follows.ts';
import type { AlertSettings } from './settings.ts';

/** What the first lines of a file of settings say. A later version may mean something else by a field. */
export const SETTINGS_FILE = { format: 'bandeja-settings', version: 1 } as const;

/** A file with 25 channels that follow as much as they can stays below it. */
export const SETTINGS_FILE_BYTES_MAX = 256 * 1024;

/** Discord's limit of channels in a server. */
export const FILE_CHANNELS_MAX = 500;

/** Direct messages alone can be paused until a moment. */
export type SettingsInFile = Omit<AlertSettings, 'snoozedUntil'>;

/** What the file does not name stays as it is. */
export interface ChannelInFile {
  /** Discord's id. */
  readonly channel: string;
  readonly language?: string | undefined;
  readonly isPaused?: boolean | undefined;
  readonly settings?:
    | { readonly [Name in keyof SettingsInFile]?: SettingsInFile[Name] | undefined }
    | undefined;
  /** Of the channel itself: nothing in the file is about members. */
  readonly follows?: readonly FollowTarget[] | undefined;
}

/** The alert settings of a server, as `/alerts file` writes them. */
export interface SettingsFile {
  /** Ids of the roles that manage alerts. */
  readonly managers?: readonly string[] | undefined;
  readonly channels: readonly ChannelInFile[];
}
