import { ChannelType } from 'discord-api-types/v10';
import type { FastifyPluginCallback } from 'fastify';
import { may, writingPermission } from '../channels/access.ts';
import { directChannel } from '../channels/direct.ts';
import { holdsMessages } from '../channels/present.ts';
import { Complaint } from '../complaint.ts';
import type { Discord } from '../discord.ts';
import { describe } from '../describe.ts';
import type { Account } from '../guild/accounts.ts';
import { autocomplete } from '../interactions/autocomplete.ts';
import { channelNamed } from '../interactions/entities.ts';
import { emptyClientMemory } from '../interactions/memory.ts';
import { openInteraction } from '../interactions/open.ts';
import { interactionOutcome } from '../interactions/outcome.ts';
import { press } from '../interactions/press.ts';
import { runCommand } from '../interactions/run.ts';
import { submitModal } from '../interactions/submit.ts';
import { useOnMessage } from '../interactions/use.ts';
import { publishMessage, showMessage } from '../messages/announce.ts';
import { composeMessage } from '../messages/compose.ts';
import { settleEvents } from '../scheduled-events/write.ts';
import {
  messagesOf,
  plainMessage,
  type StoredChannel,
  type StoredMessage,
} from '../state/state.ts';
import { answerTo } from './answer.ts';
import { channelControls } from './channels.ts';
import { eventRoutes } from './events.ts';
import { membershipControls } from './membership.ts';
import { personNamed } from './people.ts';
import { parseRequest, REQUESTS } from './requests.ts';
import { controlState, showChannel } from './state.ts';
import { askWorld, isWorld } from './world.ts';

interface Params {
  readonly channel: string;
}

/** The control API, under `/sandbox`: see ../control-contract.ts. */
export const controlApi =
  (discord: Discord): FastifyPluginCallback =>
  (app, _options, done) => {
    const memory = emptyClientMemory();
    const channelIn = (name: string): StoredChannel => {
      const channel = channelNamed(discord.state, name);
      if (channel !== undefined) return channel;
      const known = [...discord.state.channels.values()].map((one) => one.name).join(', ');
      throw new Complaint(`There is no channel "${name}". There are: ${known}`);
    };
    const visibleTo = (person: Account, stored: StoredMessage): boolean =>
      stored.ephemeralFor === null || stored.ephemeralFor === person.id;
    const seenBy = (person: Account, channel: StoredChannel): StoredChannel => {
      if (may(discord.state, channel, person, 'ViewChannel')) return channel;
      throw new Complaint(`${person.displayName} cannot see #${channel.name}`);
    };
    const holding = (channel: StoredChannel): StoredChannel => {
      if (holdsMessages(channel)) return channel;
      throw new Complaint(
        `Nobody writes in #${channel.name} itself: it holds ${channel.type === ChannelType.GuildForum ? 'posts' : 'channels'}`,
      );
    };
    const messageSeenBy = (person: Account, id: string): StoredMessage => {
      const found = [...discord.state.channels.keys()]
        .flatMap((channelId) => messagesOf(discord.state, channelId))
        .find((stored) => stored.body.id === id && visibleTo(person, stored));
      if (found === undefined) throw new Complaint(`${person.displayName} sees no message ${id}`);
      return found;
    };

    app.setErrorHandler(async (error, request, reply) => {
      if (error instanceof Complaint) return reply.code(400).send({ message: error.message });
      const status =
        error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
      if (status < 500) return reply.code(status).send({ message: String(error) });
      discord.log(`${request.method} ${request.url}: ${describe(error)}`);
      return reply.code(500).send({ message: 'The local Discord has failed: see its log' });
    });

    app.get('/state', ({ query }) => {
      settleEvents(discord);
      const { as, channel } = parseRequest(REQUESTS.stateQuery, query);
      if (as === undefined) return controlState(discord);
      const person = personNamed(as);
      return controlState(discord, { person, channel: seenBy(person, channelIn(channel)) });
    });

    app.get<{ Params: Params }>('/channels/:channel/messages', ({ params, query }) => {
      const { as, limit } = parseRequest(REQUESTS.messagesQuery, query);
      const person = personNamed(as);
      const channel = seenBy(person, channelIn(params.channel));
      return messagesOf(discord.state, channel.id)
        .filter((stored) => visibleTo(person, stored))
        .slice(-limit)
        .map((stored) => showMessage(discord, stored, person.id));
    });

    app.post<{ Params: Params }>('/channels/:channel/messages', ({ params, body }) => {
      const { as, content } = parseRequest(REQUESTS.say, body);
      const author = personNamed(as);
      const channel = holding(channelIn(params.channel));
      if (!may(discord.state, channel, author, writingPermission(channel))) {
        throw new Complaint(`${author.displayName} may not write in #${channel.name}`);
      }
      const stored = plainMessage(
        composeMessage(discord, { channel, author, content: { content } }),
      );
      publishMessage(discord, stored);
      return showMessage(discord, stored, author.id);
    });

    app.post('/run', async ({ body }) => {
      const { as, channel, command, files } = parseRequest(REQUESTS.run, body);
      const person = personNamed(as);
      const typed = { person, channel: holding(seenBy(person, channelIn(channel))), line: command };
      return answerTo(discord, memory, person, () => runCommand(discord, memory, typed, files));
    });

    app.post('/autocomplete', async ({ body }) => {
      const { as, channel, command } = parseRequest(REQUESTS.autocomplete, body);
      const person = personNamed(as);
      const typed = { person, channel: seenBy(person, channelIn(channel)), line: command };
      return autocomplete(discord, memory, typed);
    });

    app.post('/press', async ({ body }) => {
      const request = parseRequest(REQUESTS.press, body);
      const person = personNamed(request.as);
      const message = messageSeenBy(person, request.message);
      return answerTo(discord, memory, person, () =>
        press(discord, { ...request, person, message }),
      );
    });

    app.post('/use', async ({ body }) => {
      const { as, message, command } = parseRequest(REQUESTS.use, body);
      const person = personNamed(as);
      const used = { person, message: messageSeenBy(person, message), command };
      return answerTo(discord, memory, person, () => useOnMessage(discord, used));
    });

    app.post('/submit', async ({ body }) => {
      const { as, modalId, values } = parseRequest(REQUESTS.submit, body);
      const person = personNamed(as);
      const open = memory.modals.get(modalId);
      if (open?.personId !== person.id) {
        throw new Complaint(`${person.displayName} has no form ${modalId} open`);
      }
      return answerTo(discord, memory, person, () => submitModal(discord, open, person, values));
    });

    app.post('/forge', async ({ body }) => {
      const { as, channel, type, data, message } = parseRequest(REQUESTS.forge, body);
      const person = personNamed(as);
      const source = message === undefined ? null : messageSeenBy(person, message);
      const act = { type, person, channel: channelIn(channel), data, source };
      return answerTo(discord, memory, person, () =>
        interactionOutcome(discord, () => openInteraction(discord, act)),
      );
    });

    app.post('/direct', ({ body }) => {
      const { as, with: companion } = parseRequest(REQUESTS.direct, body);
      const other = companion === undefined ? undefined : personNamed(companion);
      return showChannel(discord.state, directChannel(discord, personNamed(as), other));
    });

    app.put('/faults', ({ body }) => {
      const wanted = parseRequest(REQUESTS.faults, body);
      const given = Object.entries(wanted).filter(([, value]) => value !== undefined);
      discord.faults.current = { ...discord.faults.current, ...Object.fromEntries(given) };
      discord.stateChanged();
      return discord.faults.current;
    });

    app.post('/gateway/cut', ({ body }) => {
      const { forget = false } = parseRequest(REQUESTS.cut, body);
      discord.cutGateway({ forget });
      return controlState(discord);
    });

    app.post('/gateway/frame', ({ body }) => {
      discord.sendFrame(parseRequest(REQUESTS.frame, body).text);
      return controlState(discord);
    });

    app.get('/world', async (_request, reply) => {
      const { status, body } = await askWorld(discord, 'GET');
      return reply.code(status).send(body);
    });

    app.post('/world', async (request, reply) => {
      const { status, body } = await askWorld(discord, 'POST', request.body);
      if (status < 400 && isWorld(body)) discord.control.emit({ type: 'world', world: body });
      return reply.code(status).send(body);
    });

    channelControls(app, discord, channelIn);
    membershipControls(app, discord);
    eventRoutes(app, discord);
    done();
  };
