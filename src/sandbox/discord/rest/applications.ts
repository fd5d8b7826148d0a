import type { FastifyInstance } from 'fastify';
import { APPLICATION_ID, BOT, userOf } from '../guild/accounts.ts';

/** `/applications/@me`: the application that the bot belongs to. */
export const applicationRoutes = (app: FastifyInstance): void => {
  const application = () => ({
    id: APPLICATION_ID,
    name: BOT.displayName,
    icon: null,
    description: '',
    summary: '',
    type: null,
    bot: userOf(BOT),
    bot_public: true,
    bot_require_code_grant: false,
    verify_key: '0'.repeat(64),
    flags: 0,
    hook: true,
    redirect_uris: [],
    interactions_endpoint_url: null,
    role_connections_verification_url: null,
    approximate_guild_count: 1,
    approximate_user_install_count: 0,
    integration_types_config: { 0: {} },
  });
  app.get('/applications/@me', application);
  app.get('/oauth2/applications/@me', application);
};
