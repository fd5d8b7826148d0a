import type { Instant } from '../terms.ts';
import type { FollowTarget } from './follows.ts';
import type { AlertSettings } from './settings.ts';

/** What somebody changed about the alerts of a server, from what to what. */
export type SettingChange =
  | { readonly what: 'settings'; readonly before: AlertSettings; readonly after: AlertSettings }
  | { readonly what: 'language'; readonly before: string; readonly after: string }
  | { readonly what: 'pause'; readonly before: boolean; readonly after: boolean }
  /** A follow of the channel began, or ended. */
  | {
      readonly what: 'follow';
      readonly before: FollowTarget | null;
      readonly after: FollowTarget | null;
    }
  /** Discord's id of a channel that began to get alerts, or no longer does. */
  | { readonly what: 'channel'; readonly before: string | null; readonly after: string | null }
  /** Ids of the roles that manage alerts. */
  | {
      readonly what: 'managers';
      readonly before: readonly string[];
      readonly after: readonly string[];
    }
  /** How many changes a file of settings made at once. */
  | { readonly what: 'import'; readonly before: null; readonly after: number };

export interface StoredSettingChange {
  readonly id: number;
  readonly guildId: string;
  /** Null for what is about the whole server. */
  readonly channelKey: number | null;
  /** Empty once their data was deleted. */
  readonly memberId: string;
  readonly at: Instant;
  /** Whether it was taken back, or took another one back. */
  readonly isUndone: boolean;
  readonly change: SettingChange;
}

/** Whether it can be taken back: a removed channel cannot, its follows are gone, nor can an import. */
export const isUndoable = ({ what }: SettingChange): boolean =>
  what !== 'channel' && what !== 'managers' && what !== 'import';

/** The settings with everything that a change altered as it was before; later changes of others stay. */
export const withoutChange = (
  now: AlertSettings,
  { before, after }: Extract<SettingChange, { what: 'settings' }>,
): AlertSettings => {
  const isAltered = (key: string): boolean =>
    JSON.stringify(Object.entries(before).find(([name]) => name === key)) !==
    JSON.stringify(Object.entries(after).find(([name]) => name === key));
  const restored = Object.fromEntries(Object.entries(before).filter(([key]) => isAltered(key)));
  return { ...now, ...restored };
};
