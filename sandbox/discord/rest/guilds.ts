import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { isThread, presentChannel, presentThreadMember } from '../channels/present.ts';
import type { Discord } from '../discord.ts';
import { refusal } from '../errors.ts';
import { ACCOUNTS, APPLICATION_ID, GUILD_ID } from '../guild/accounts.ts';
import { guildObject } from '../guild/guild.ts';
import { fullMemberOf } from '../guild/members.ts';

interface Params {
  readonly guild: string;
}

const page = z.object({
  limit: z.coerce.number().int().min(1).max(1_000).catch(1),
  after: z.string().catch('0'),
});

const search = z.object({
  query: z.string().catch(''),
  limit: z.coerce.number().int().min(1).max(1_000).catch(1),
});

/** `/guilds`: the one guild, its channels and members. */
export const guildRoutes = (app: FastifyInstance, { state }: Discord): void => {
  app.addHook('preHandler', ({ params, routeOptions }, _reply, done) => {
    // The routes of guild commands answer missing access themselves.
    const isOurRoute = /^\/api(\/v\d+)?\/guilds\//.test(routeOptions.url ?? '');
    const { guild } = Object(params) as Partial<Params>;
    const isOurs = guild === GUILD_ID && state.bot.isMember;
    done(!isOurRoute || isOurs ? undefined : refusal('unknownGuild'));
  });

  app.get('/guilds/:guild', () => ({
    ...guildObject(state),
    approximate_member_count: ACCOUNTS.size,
    approximate_presence_count: ACCOUNTS.size,
  }));

  app.get('/guilds/:guild/channels', () =>
    [...state.channels.values()]
      .filter((channel) => channel.recipientId === null && !isThread(channel))
      .map((channel) => presentChannel(state, channel)),
  );

  app.get('/guilds/:guild/threads/active', () => {
    const threads = [...state.channels.values()].filter(({ thread }) => thread?.archived === false);
    return {
      threads: threads.map((thread) => presentChannel(state, thread)),
      members: threads
        .filter(({ thread }) => thread?.memberIds.includes(APPLICATION_ID))
        .map((thread) => presentThreadMember(thread, APPLICATION_ID)),
      has_more: false,
    };
  });

  app.get('/guilds/:guild/members', ({ query }) => {
    const { limit, after } = page.parse(query);
    return [...ACCOUNTS.values()]
      .filter(({ id }) => BigInt(id) > BigInt(after))
      .slice(0, limit)
      .map((account) => fullMemberOf(state, account));
  });

  app.get('/guilds/:guild/members/search', ({ query }) => {
    const { query: text, limit } = search.parse(query);
    const wanted = text.toLowerCase();
    return [...ACCOUNTS.values()]
      .filter((one) =>
        [one.username, one.displayName].some((name) => name.toLowerCase().startsWith(wanted)),
      )
      .slice(0, limit)
      .map((account) => fullMemberOf(state, account));
  });

  app.get<{ Params: Params & { member: string } }>(
    '/guilds/:guild/members/:member',
    ({ params }) => {
      const account = ACCOUNTS.get(params.member === '@me' ? APPLICATION_ID : params.member);
      if (account === undefined) throw refusal('unknownMember');
      return fullMemberOf(state, account);
    },
  );
};
