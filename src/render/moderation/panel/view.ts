import { ChannelType, ComponentType, SelectMenuDefaultValueType } from 'discord-api-types/v10';
import type { AlertChannel } from '../../../domain/alerts/channel.ts';
import { ROLES_MAX } from '../../../domain/alerts/settings.ts';
import type { FollowTarget } from '../../../domain/alerts/follows.ts';
import type { StoredSettingChange } from '../../../domain/alerts/setting-changes.ts';
import type { Reader } from '../../../i18n/i18n.ts';
import { controlId, rowOf, type Row } from '../../controls.ts';
import type { ChannelHealth } from '../health.ts';
import type { NameOf } from '../privacy.ts';

/** The pages of a panel: only one page of menus fits at a time. */
export const PANEL_PAGES = [
  'what',
  'follows',
  'matches',
  'times',
  'pings',
  'look',
  'changes',
] as const;

export type PanelPage = (typeof PANEL_PAGES)[number];

/** What the page of changes shows beside the channel. */
export interface PanelHistory {
  /** The latest, the newest first. */
  readonly changes: readonly StoredSettingChange[];
  /** The change that *Undo* takes back; null where there is none. */
  readonly undoable: StoredSettingChange['id'] | null;
  /** Ids of the roles that manage alerts. */
  readonly managers: readonly string[];
  /** Whether the reader may see and delete all data of the server. */
  readonly mayManage: boolean;
}

export interface PanelView {
  readonly channel: AlertChannel;
  /** The server's next alert channel; null when it is the only one. */
  readonly nextKey: number | null;
  readonly page: PanelPage;
  /** The page of a list that is longer than a menu. */
  readonly listPage: number;
  /** The channel's own follows, oldest first. */
  readonly follows: readonly FollowTarget[];
  /** Of what is, or was, followed. */
  readonly nameOf: NameOf;
  readonly health: ChannelHealth;
  /** Null on the other pages. */
  readonly history: PanelHistory | null;
  /** Shown above: what was just done; empty for nothing. */
  readonly note: string;
}

export type PageRows = (reader: Reader, view: PanelView) => Row[];

/** The custom id of a panel's control: action, channel and page. */
export const panelControl = (
  action: string,
  key: number,
  page: PanelPage,
  listPage?: number,
): string => controlId('alerts', action, key, page, ...(listPage === undefined ? [] : [listPage]));

/** A menu of roles; none may be chosen. */
export const roleMenu = (id: string, placeholder: string, chosen: readonly string[]): Row =>
  rowOf({
    type: ComponentType.RoleSelect,
    custom_id: id,
    placeholder,
    min_values: 0,
    max_values: ROLES_MAX,
    default_values: chosen
      .slice(0, ROLES_MAX)
      .map((role) => ({ id: role, type: SelectMenuDefaultValueType.Role })),
  });

/** A menu of a server's channels in which alerts can be posted. */
export const channelMenu = (
  id: string,
  placeholder?: string,
  others: readonly ChannelType[] = [ChannelType.PublicThread],
): Row =>
  rowOf({
    type: ComponentType.ChannelSelect,
    custom_id: id,
    ...(placeholder === undefined ? {} : { placeholder }),
    channel_types: [
      ChannelType.GuildText,
      ChannelType.GuildAnnouncement,
      ChannelType.GuildForum,
      ...others,
    ],
  });
