import { ALERT_TYPES } from '#src/domain/alerts/alert-types.ts';
import { DEFAULT_SETTINGS, ROLES_MAX, type AlertSettings } from '#src/domain/alerts/settings.ts';
import { FOLLOW_KINDS } from '#src/domain/alerts/follows.ts';
import type { Reader } from '#src/i18n/i18n.ts';
import type { AlertChannel } from '#src/domain/alerts/channel.ts';
import type { Form } from '#src/render/forms.ts';
import { PANEL_FORMS, panelForm } from '#src/render/moderation/panel/forms.ts';
import { panelMessage } from '#src/render/moderation/panel.ts';
import type { MessageBody } from '#src/render/message.ts';
import { PANEL_PAGES, type PanelHistory } from '#src/render/moderation/panel/view.ts';
import { anAlertChannel } from './channel.ts';

const ID = '1'.repeat(18);

/** A channel with as many settings as possible. */
const fullChannel = (locale: string): AlertChannel => ({
  key: 123_456_789,
  discordId: '1',
  guildId: ID,
  kind: 'text',
  locale,
  configuredBy: ID,
  settings: {
    ...DEFAULT_SETTINGS,
    types: ALERT_TYPES,
    roles: Array.from({ length: ROLES_MAX }, (_, index) => `${ID.slice(1)}${index}`),
    roleTypes: ALERT_TYPES,
    levels: ['finals', 'fip_other'],
    smallestRound: 1,
    category: 'women',
    delay: 77,
    quietHours: { from: 1, to: 2 },
    timeZone: 'America/Argentina/ComodRivadavia',
    digestAt: 61,
  },
  pausedAt: 1,
  broken: 'missing-permissions',
});

/** Every form of the panel, for a full channel and for one with default settings. */
export const forms = (reader: Reader): readonly (readonly [string, Form])[] =>
  PANEL_FORMS.flatMap((which) =>
    [fullChannel(reader.locale), anAlertChannel()].map(
      (channel) =>
        [`form: ${which}`, panelForm(reader, which, { channel, page: 'times' })] as const,
    ),
  );

/** Settings that differ from the default in many ways. */
const OTHER: AlertSettings = {
  ...DEFAULT_SETTINGS,
  types: ALERT_TYPES.slice(3),
  roles: [ID, ID],
  levels: ['finals', 'fip_other'],
  smallestRound: 1,
  category: 'women',
  delay: 77,
  quietHours: { from: 1, to: 2 },
  events: 'followed',
};

const HISTORY: PanelHistory = {
  changes: [
    { what: 'settings', before: OTHER, after: DEFAULT_SETTINGS } as const,
    { what: 'follow', before: null, after: { kind: 'player', id: 0 } } as const,
    { what: 'language', before: 'es', after: 'en' } as const,
    { what: 'channel', before: null, after: ID } as const,
  ].flatMap((change) =>
    [1, 2].map((id) => ({
      id,
      guildId: ID,
      channelKey: 1,
      memberId: ID,
      at: 1,
      isUndone: id === 2,
      change,
    })),
  ),
  undoable: 1,
  managers: [],
  mayManage: false,
};

/** Every page of a panel with all settings and many follows, all of them with this name. */
export const panels = (reader: Reader, name: string): readonly (readonly [string, MessageBody])[] =>
  PANEL_PAGES.map((page) => [
    `panel: ${page}`,
    panelMessage(reader, {
      channel: fullChannel(reader.locale),
      nextKey: 987_654_321,
      page,
      listPage: 2,
      follows: FOLLOW_KINDS.flatMap((kind) =>
        Array.from({ length: 10 }, (_, id) => ({ kind, id })),
      ),
      health: {
        lastPostAt: 1,
        waiting: 9,
        failed: 9,
        follows: 99,
        ofMembers: 9,
        quietUntil: 1,
        missing: ['SendMessages'],
        pinRefusal: null,
        declined: null,
        timedOutUntil: null,
      },
      nameOf: () => name,
      history: page === 'changes' ? HISTORY : null,
      note: name,
    }),
  ]);
