import type { FastifyInstance } from 'fastify';
import { announceRemoval, changeApplication } from '../application.ts';
import type { Discord } from '../discord.ts';
import { MINUTE } from '../../../src/lib/time.ts';
import { inviteBot, removeBot, settleTimeOut, timeOutBot } from '../guild/membership.ts';
import { namesOf } from '../permissions.ts';
import { presentApplication } from '../rest/applications.ts';
import { personNamed, presentPerson } from './people.ts';
import { setCommandPermissions } from './command-permissions.ts';
import { permissionNamed } from './permissions.ts';
import { parseRequest, REQUESTS } from './requests.ts';
import { controlState } from './state.ts';

interface Params {
  readonly person: string;
}

/** Where the bot is welcome, and who may use its commands: what Discord's own settings decide. */
export const membershipControls = (app: FastifyInstance, discord: Discord): void => {
  app.put<{ Params: Params }>('/people/:person/app', async ({ params, body }) => {
    const { hasApp } = parseRequest(REQUESTS.app, body);
    const person = personNamed(params.person);
    const hadApp = discord.state.appUsers.has(person.id);
    discord.commit({ type: 'app-user', userId: person.id, hasApp });
    discord.stateChanged();
    if (hadApp && !hasApp) await announceRemoval(discord, person);
    return presentPerson(discord.state, person);
  });

  app.patch('/application', async ({ body }) => {
    await changeApplication(discord, parseRequest(REQUESTS.application, body));
    return presentApplication(discord);
  });

  app.put<{ Params: Params }>('/people/:person/direct', ({ params, body }) => {
    const { takesDirectMessages } = parseRequest(REQUESTS.directMessages, body);
    const person = personNamed(params.person);
    discord.commit({
      type: 'direct-closed',
      userId: person.id,
      isClosed: !takesDirectMessages,
    });
    discord.stateChanged();
    return presentPerson(discord.state, person);
  });

  app.put<{ Params: { readonly command: string } }>(
    '/commands/:command/permissions',
    ({ params, body }) => {
      const { entries } = parseRequest(REQUESTS.commandPermissions, body);
      setCommandPermissions(discord, params.command, entries);
      return controlState(discord);
    },
  );

  app.post('/bot/invite', ({ body }) => {
    const { permissions } = parseRequest(REQUESTS.invite, body);
    inviteBot(
      discord,
      permissions?.map(permissionNamed) ?? namesOf(BigInt(discord.state.bot.permissions)),
    );
    return controlState(discord);
  });

  app.put('/bot/time-out', ({ body }) => {
    const { minutes } = parseRequest(REQUESTS.timeOut, body);
    timeOutBot(discord, discord.now() + minutes * MINUTE);
    settleTimeOut(discord);
    return controlState(discord);
  });

  app.post('/bot/remove', () => {
    removeBot(discord);
    return controlState(discord);
  });
};
