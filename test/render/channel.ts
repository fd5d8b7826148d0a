import type { AlertChannel } from '#src/domain/alerts/channel.ts';
import { DEFAULT_SETTINGS } from '#src/domain/alerts/settings.ts';

/** An English alert channel with default settings, unless overridden. */
export const anAlertChannel = (overrides: Partial<AlertChannel> = {}): AlertChannel => ({
  key: 1,
  discordId: '500',
  guildId: '600',
  kind: 'text',
  locale: 'en',
  configuredBy: '700',
  settings: DEFAULT_SETTINGS,
  pausedAt: null,
  broken: null,
  ...overrides,
});
