import { onTestFinished, vi } from 'vitest';
import type { Command, OwnView, Services } from '#src/discord/command.ts';
import { createReadAttachment } from '#src/discord/interactions/attachments.ts';
import { createDispatch } from '#src/discord/interactions/dispatch.ts';
import { createGateway } from '#src/discord/gateway/gateway.ts';
import { readIdentity } from '#src/discord/gateway/login.ts';
import { createInvalidRequestCounter } from '#src/discord/rest/invalid-request-counter.ts';
import { registerCommands } from '#src/discord/registered.ts';
import { createRest } from '#src/discord/rest/rest.ts';
import { createServers } from '#src/discord/servers/servers.ts';
import { createRefreshes } from '#src/discord/interactions/refreshes.ts';
import { createUseLimits } from '#src/discord/interactions/use-limits.ts';
import { translator } from '#src/i18n/i18n.ts';
import { hide } from '#src/render/conceal.ts';
import { withNote, type MessageBody } from '#src/render/message.ts';
import { offer, shared } from '#src/render/share.ts';
import { again, menu, withMeant } from '#src/render/unclear.ts';
import type { LocalDiscord } from '#sandbox/discord/index.ts';
import { aLocalDiscord, control } from '../../sandbox/test/discord/setup.ts';
import { aLog } from '../lib/log.ts';

/** The services for commands of these tests, which must use no others. */
const nothingBut = (services: Pick<Services, 'placeOf' | 'viewOf'>): unknown =>
  new Proxy(services, {
    get: (_services, name) => {
      if (name === 'placeOf') return services.placeOf;
      if (name === 'viewOf') return services.viewOf;
      throw new Error(`a test used the service ${String(name)}`);
    },
  });

/** A public command with this handler. */
export const aCommand = (
  name: string,
  run: Command['run'],
  overrides: Partial<Command> = {},
): Command => ({
  definition: { name, description: `A test of ${name}` },
  visibility: 'public',
  run,
  ...overrides,
});

export const says = (content: string): MessageBody => ({ content });

/** The response after an unexpected error. */
export const UNEXPECTED = translator('en')('error.unexpected');
/** The response to an outdated command or control. */
export const OUTDATED = translator('en')('error.outdated-control');

/** A REST client that sends requests to a local Discord as the bot. */
export const aRest = ({ apiUrl, token }: Pick<LocalDiscord, 'apiUrl' | 'token'>) => {
  const invalidRequests = createInvalidRequestCounter({ now: () => performance.now() });
  const rest = createRest({ apiUrl, token, invalidRequests });
  onTestFinished(rest.close);
  return { rest, invalidRequests };
};

interface DispatcherOptions {
  readonly placeOf?: Services['placeOf'];
  readonly viewOf?: Services['viewOf'];
  /** Users and servers that the operator has blocked. */
  readonly blocked?: readonly string[];
}

/** The real dispatcher behind a real gateway, with registered commands; stopped with the test. */
export const aDispatcher = async (
  local: LocalDiscord,
  commands: readonly Command[],
  {
    placeOf = () => Promise.resolve({ locale: null, isGuarded: false }),
    viewOf = () => Promise.resolve({ locale: null, hidesScores: false }),
    blocked = [],
  }: DispatcherOptions = {},
) => {
  const { apiUrl, token } = local;
  await registerCommands({ apiUrl, token, commands });
  const log = aLog();
  const { rest, invalidRequests } = aRest(local);
  const { userId: ownId } = await readIdentity(rest);
  const servers = createServers({ ownId, now: Date.now });
  const services = nothingBut({ placeOf, viewOf }) as Services;
  const refreshes = createRefreshes({ now: Date.now, log });
  onTestFinished(refreshes.stop);
  const gateway = createGateway({
    rest,
    token,
    invalidRequests,
    servers,
    dispatch: createDispatch({
      rest,
      commands,
      services,
      servers,
      limits: createUseLimits(() => performance.now()),
      refreshes,
      rendering: { hide, offer, shared, again, menu, withMeant, withNote },
      isBlocked: (ids) => ids.some((id) => blocked.includes(id)),
      readAttachment: createReadAttachment(local),
      log,
    }),
    log,
  });
  onTestFinished(gateway.stop);
  await gateway.serve(0, 1);
  return { gateway, servers, rest, log };
};

/** A local Discord with the real time limit for acknowledgements, and a bot with these commands. */
export const aBot = async (commands: readonly Command[], options: DispatcherOptions = {}) => {
  const local = await aLocalDiscord({ limits: { acknowledgeMs: 3_000 } });
  return { local, ask: control(local), ...(await aDispatcher(local, commands, options)) };
};

/** A member who chose this for their answers. */
export const viewing = (view: Partial<OwnView>) => ({
  viewOf: () => Promise.resolve({ locale: null, hidesScores: false, ...view }),
});

/** A promise that a test settles when it is time. */
export const aGate = <T>() => Promise.withResolvers<T>();

/** Fakes the timers, except those of the network; the result moves time forward. */
export const fakedTime = () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  return vi.advanceTimersByTimeAsync.bind(vi);
};
