import { GUILD_ID, OWNER_ID } from './accounts.ts';
import { rolesOf, type RoleState } from './roles.ts';

export const GUILD_NAME = 'Padel Club';
export const GUILD_LOCALE = 'en-US';
export const GUILD_FEATURES: readonly string[] = ['COMMUNITY', 'NEWS'];

/** The guild as Discord's API object, without what the gateway alone adds (channels, members). */
export const guildObject = (state: RoleState) => ({
  id: GUILD_ID,
  name: GUILD_NAME,
  icon: null,
  icon_hash: null,
  splash: null,
  discovery_splash: null,
  home_header: null,
  owner_id: OWNER_ID,
  region: 'deprecated',
  afk_channel_id: null,
  afk_timeout: 300,
  widget_enabled: false,
  widget_channel_id: null,
  verification_level: 1,
  default_message_notifications: 1,
  explicit_content_filter: 2,
  roles: rolesOf(state),
  emojis: [],
  features: GUILD_FEATURES,
  mfa_level: 0,
  application_id: null,
  system_channel_id: null,
  system_channel_flags: 0,
  rules_channel_id: null,
  max_presences: null,
  max_members: 500_000,
  vanity_url_code: null,
  description: null,
  banner: null,
  premium_tier: 0,
  premium_subscription_count: 0,
  preferred_locale: GUILD_LOCALE,
  public_updates_channel_id: null,
  max_video_channel_users: 25,
  max_stage_video_channel_users: 50,
  nsfw_level: 0,
  nsfw: false,
  stickers: [],
  premium_progress_bar_enabled: false,
  safety_alerts_channel_id: null,
  hub_type: null,
  incidents_data: null,
});
