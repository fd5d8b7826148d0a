import type { FastifyInstance } from 'fastify';
import {
  TeamMemberMembershipState,
  TeamMemberRole,
  type ApplicationFlags,
} from 'discord-api-types/v10';
import { VERIFY_KEY } from '../application.ts';
import type { Discord } from '../discord.ts';
import { withFlags } from '../flags.ts';
import { ACCOUNTS, APPLICATION_ID, BOT, OWNER_ID, userOf } from '../guild/accounts.ts';

const OWNER = userOf(ACCOUNTS.get(OWNER_ID) ?? BOT);

const TEAM_ID = '1100000000000000003';

const TEAM = {
  id: TEAM_ID,
  name: 'Padel Club',
  icon: null,
  owner_user_id: OWNER_ID,
  members: [
    {
      team_id: TEAM_ID,
      user: OWNER,
      membership_state: TeamMemberMembershipState.Accepted,
      role: TeamMemberRole.Admin,
      permissions: ['*'],
    },
  ],
};

const withoutNulls = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

/** The application that the bot belongs to: a team's, or that of the guild's founder. */
export const presentApplication = ({ state, application }: Discord) => {
  const { hasTeam, flags, event_webhooks_url: eventUrl = null, ...settings } = application.current;
  return {
    id: APPLICATION_ID,
    name: BOT.displayName,
    icon: null,
    summary: '',
    type: null,
    bot: userOf(BOT),
    owner: OWNER,
    bot_public: true,
    bot_require_code_grant: false,
    verify_key: VERIFY_KEY,
    flags: withFlags<ApplicationFlags>(undefined, flags ?? 0),
    flags_new: String(flags ?? 0),
    team: hasTeam === true ? TEAM : null,
    explicit_content_filter: 0,
    eligible_oauth2_scopes: [],
    hook: true,
    redirect_uris: [],
    interactions_endpoint_url: null,
    role_connections_verification_url: null,
    approximate_guild_count: state.bot.isMember ? 1 : 0,
    approximate_user_install_count: state.appUsers.size,
    approximate_user_authorization_count: state.appUsers.size,
    event_webhooks_url: eventUrl,
    ...withoutNulls(settings),
  };
};

/** `/applications/@me` */
export const applicationRoutes = (app: FastifyInstance, discord: Discord): void => {
  const application = () => presentApplication(discord);
  app.get('/applications/@me', application);
  app.get('/oauth2/applications/@me', application);
};
