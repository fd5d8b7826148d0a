import { z } from 'zod';
import type { Instant } from '../terms.ts';
import { FOLLOW_KINDS, type FollowTarget } from './follows.ts';
import { changedSettings, recordedSettings, type AlertSettings } from './settings.ts';

const fromTo = <What extends string, Value>(what: What, value: z.ZodType<Value>) =>
  z.object({ what: z.literal(what), before: value, after: value });

/** What somebody changed about the alerts of a server, from what to what, as it is stored. */
export const settingChange = z.discriminatedUnion('what', [
  fromTo('settings', recordedSettings),
  fromTo('language', z.string()),
  fromTo('pause', z.boolean()),
  /** A follow of the channel began, or ended. */
  fromTo<'follow', FollowTarget | null>(
    'follow',
    z.object({ kind: z.enum(FOLLOW_KINDS), id: z.number() }).nullable(),
  ),
  /** Discord's id of a channel that began to get alerts, or no longer does. */
  fromTo('channel', z.string().nullable()),
  /** Ids of the roles that manage alerts. */
  fromTo<'managers', readonly string[]>('managers', z.array(z.string())),
  /** How many changes a file of settings made at once. */
  z.object({ what: z.literal('import'), before: z.null(), after: z.number() }),
]);

export type SettingChange = z.output<typeof settingChange>;

export type ChangeOf<What extends SettingChange['what']> = Extract<SettingChange, { what: What }>;

/** Whether it is another value: what is so already is no change. */
export const alters = ({ before, after }: Pick<SettingChange, 'before' | 'after'>): boolean =>
  JSON.stringify(before) !== JSON.stringify(after);

export const changedFollows = (changes: readonly SettingChange[]): readonly FollowTarget[] =>
  changes.flatMap((change) =>
    change.what === 'follow' ? [change.before, change.after].filter((each) => each !== null) : [],
  );

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

/** Something of a channel or its server that shall be so. */
export type WantedChange =
  | { readonly what: 'settings'; readonly after: (now: AlertSettings) => AlertSettings }
  | Pick<ChangeOf<'language'>, 'what' | 'after'>
  | Pick<ChangeOf<'pause'>, 'what' | 'after'>
  | ChangeOf<'follow'>
  | Pick<ChangeOf<'managers'>, 'what' | 'after'>;

export const followChange = (target: FollowTarget, isFollowed: boolean): ChangeOf<'follow'> => ({
  what: 'follow',
  before: isFollowed ? null : target,
  after: isFollowed ? target : null,
});

/** What takes a change back: only what it altered. Null for a removed channel, whose follows are gone, and imports. */
export const undoOf = (change: SettingChange): WantedChange | null => {
  switch (change.what) {
    case 'settings': {
      const { before, after } = change;
      const altered = changedSettings(before, after).map((name) => [name, before[name]] as const);
      return { what: 'settings', after: (now) => ({ ...now, ...Object.fromEntries(altered) }) };
    }
    case 'language':
      return { what: 'language', after: change.before };
    case 'pause':
      return { what: 'pause', after: change.before };
    case 'follow':
      return { what: 'follow', before: change.after, after: change.before };
    case 'channel':
    case 'managers':
    case 'import':
      return null;
  }
};
