import type { AlertChannel } from './channel.ts';
import { distinctTargets, targetKey, type FollowTarget } from './follows.ts';
import { alters, followChange, type SettingChange } from './setting-changes.ts';
import type { AlertSettings } from './settings.ts';
import type { ChannelInFile, SettingsFile } from './settings-file.ts';

export interface StoredServer {
  readonly channels: readonly StoredChannel[];
  readonly managers: readonly string[];
}

interface StoredChannel {
  readonly channel: AlertChannel;
  readonly follows: readonly FollowTarget[];
}

export interface ImportRules {
  readonly isRole: (id: string) => boolean;
  /** Whether a target is known and can still bring alerts. */
  readonly isFollowable: (target: FollowTarget) => boolean;
  /** Whether who imports may choose who manages alerts. */
  readonly mayNameManagers: boolean;
}

/** More would keep the database, and so all alerts, waiting. */
export const IMPORT_CHANGES_MAX = 500;

export interface PlannedChange {
  /** Null for what is set for the whole server. */
  readonly channel: AlertChannel | null;
  readonly change: Exclude<SettingChange, { what: 'channel' | 'import' }>;
}

export interface ImportPlan {
  /** In the order of the stored channels. */
  readonly changes: readonly PlannedChange[];
  readonly leftOut: {
    /** Discord's ids of channels that get no alerts here. */
    readonly channels: readonly string[];
    /** Ids of roles that the server does not have. */
    readonly roles: readonly string[];
    readonly follows: readonly FollowTarget[];
    readonly areManagers: boolean;
  };
  /** Alert channels that the file does not name. */
  readonly untouched: readonly AlertChannel[];
}

/** What a file changes about a server's alerts. What is stored already is never left out. */
export const planImport = (
  { channels, managers }: SettingsFile,
  stored: StoredServer,
  rules: ImportRules,
): ImportPlan => {
  const named = stored.channels.flatMap((each) => {
    const wanted = channels.find(({ channel }) => channel === each.channel.discordId);
    return wanted === undefined ? [] : [{ ...each, wanted }];
  });
  const ids = stored.channels.map(({ channel }) => channel.discordId);
  const managersAfter = (managers ?? stored.managers)
    .filter((role) => rules.isRole(role) || stored.managers.includes(role))
    .toSorted();
  const areOthers = !isSame(managersAfter, stored.managers);
  const ofManagers = { what: 'managers', before: stored.managers, after: managersAfter } as const;
  return {
    changes: [
      ...named.flatMap((each) =>
        changesOf(each, rules).map((change) => ({ channel: each.channel, change })),
      ),
      ...(areOthers && rules.mayNameManagers
        ? [{ channel: null, change: ofManagers } as const]
        : []),
    ],
    leftOut: {
      channels: channels.map(({ channel }) => channel).filter((id) => !ids.includes(id)),
      roles: [
        ...new Set([
          ...named.flatMap(({ channel, wanted }) =>
            (wanted.settings?.roles ?? []).filter((id) => !channel.settings.roles.includes(id)),
          ),
          ...(managers ?? []).filter((id) => !stored.managers.includes(id)),
        ]),
      ].filter((id) => !rules.isRole(id)),
      follows: distinctTargets(named.flatMap(newFollows)).filter(
        (target) => !rules.isFollowable(target),
      ),
      areManagers: areOthers && !rules.mayNameManagers,
    },
    untouched: stored.channels
      .map(({ channel }) => channel)
      .filter((channel) => !named.some((each) => each.channel === channel)),
  };
};

interface NamedChannel extends StoredChannel {
  readonly wanted: ChannelInFile;
}

export const newFollows = ({
  wanted,
  follows,
}: Pick<NamedChannel, 'wanted' | 'follows'>): readonly FollowTarget[] =>
  without(distinctTargets(wanted.follows ?? []), follows);

const changesOf = (
  { channel, follows, wanted }: NamedChannel,
  rules: ImportRules,
): readonly PlannedChange['change'][] => {
  const { settings, locale, pausedAt } = channel;
  const isPaused = pausedAt !== null;
  const gone = wanted.follows === undefined ? [] : without(follows, wanted.follows);
  const come = newFollows({ wanted, follows }).filter(rules.isFollowable);
  const changes: readonly PlannedChange['change'][] = [
    {
      what: 'settings',
      before: settings,
      after: settingsAfter(settings, wanted.settings ?? {}, rules),
    },
    { what: 'language', before: locale, after: wanted.language ?? locale },
    { what: 'pause', before: isPaused, after: wanted.isPaused ?? isPaused },
    ...gone.map((target) => followChange(target, false)),
    ...come.map((target) => followChange(target, true)),
  ];
  return changes.filter(alters);
};

const settingsAfter = (
  before: AlertSettings,
  { roles = before.roles, ...others }: Partial<AlertSettings>,
  { isRole }: ImportRules,
): AlertSettings => {
  const kept = roles.filter((id) => isRole(id) || before.roles.includes(id));
  return { ...before, ...others, roles: isSame(kept, before.roles) ? before.roles : kept };
};

const without = (
  targets: readonly FollowTarget[],
  others: readonly FollowTarget[],
): readonly FollowTarget[] => {
  const keys = new Set(others.map(targetKey));
  return targets.filter((target) => !keys.has(targetKey(target)));
};

/** The order of roles says nothing. */
const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  String(some.toSorted()) === String(others.toSorted());
