import type { APIActionRowComponent, APIComponentInMessageActionRow } from 'discord-api-types/v10';
import type { AlertChannel } from '../../../domain/alerts/channel.ts';
import type { FollowTarget } from '../../../domain/alerts/follows.ts';
import type { Reader } from '../../../i18n/i18n.ts';
import { controlId } from '../../controls.ts';
import type { ChannelHealth } from '../health.ts';

/** What the menus of a panel are about; it fits one page of them at a time. */
export const PANEL_PAGES = [
  'what',
  'follows',
  'matches',
  'promise',
  'times',
  'day',
  'pings',
  'look',
] as const;

export type PanelPage = (typeof PANEL_PAGES)[number];

/** Something that a channel follows. */
export interface ChannelFollow {
  readonly target: FollowTarget;
  /** As it is written. */
  readonly name: string;
}

/** The panel of a channel. */
export interface PanelView {
  readonly channel: AlertChannel;
  /** The alert channel after it in the server; null when it is the only one. */
  readonly nextKey: number | null;
  readonly page: PanelPage;
  /** The page of a list that is longer than a menu. */
  readonly listPage: number;
  /** What the channel itself follows, the oldest first. */
  readonly follows: readonly ChannelFollow[];
  readonly health: ChannelHealth;
  /** Said above it: what was done just now. */
  readonly note?: string;
}

export type PanelRow = APIActionRowComponent<APIComponentInMessageActionRow>;

/** The menus of a page. */
export type PageRows = (reader: Reader, view: PanelView) => PanelRow[];

/** The control of a channel's panel: what it does, for which channel, and the page it is on. */
export const panelControl = (
  action: string,
  key: number,
  page: PanelPage,
  listPage?: number,
): string => controlId('alerts', action, key, page, ...(listPage === undefined ? [] : [listPage]));
