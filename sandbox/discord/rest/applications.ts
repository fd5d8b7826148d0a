import type { FastifyInstance } from 'fastify';
import type { Discord } from '../discord.ts';
import { ACCOUNTS, APPLICATION_ID, BOT, OWNER_ID, userOf } from '../guild/accounts.ts';

/** `/applications/@me`: the application that the bot belongs to; the guild's founder owns it. */
export const applicationRoutes = (app: FastifyInstance, { state }: Discord): void => {
  const application = () => ({
    id: APPLICATION_ID,
    name: BOT.displayName,
    icon: null,
    description: '',
    summary: '',
    type: null,
    bot: userOf(BOT),
    owner: userOf(ACCOUNTS.get(OWNER_ID) ?? BOT),
    bot_public: true,
    bot_require_code_grant: false,
    verify_key: '0'.repeat(64),
    flags: 0,
    flags_new: '0',
    team: null,
    explicit_content_filter: 0,
    eligible_oauth2_scopes: [],
    hook: true,
    redirect_uris: [],
    interactions_endpoint_url: null,
    role_connections_verification_url: null,
    approximate_guild_count: state.bot.isMember ? 1 : 0,
    approximate_user_install_count: 0,
    approximate_user_authorization_count: 0,
    integration_types_config: { 0: {}, 1: {} },
  });
  app.get('/applications/@me', application);
  app.get('/oauth2/applications/@me', application);
};
