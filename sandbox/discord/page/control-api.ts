import type {
  Answer,
  AutocompleteAnswer,
  AutocompleteRequest,
  CreateChannelRequest,
  DirectRequest,
  EditChannelRequest,
  InviteRequest,
  PermissionsRequest,
  PressRequest,
  RunRequest,
  SayRequest,
  SubmitRequest,
  UseRequest,
  WorldRequest,
} from '../control-contract.ts';
import type {
  ControlState,
  Faults,
  Person,
  ShownChannel,
  ShownMessage,
  World,
} from '../shown-state.ts';

/** The control API refused a request; `message` is its own sentence on what is expected. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/** No response: the server or the connection is down. */
export class Unreachable extends Refused {}

export type ControlApi = ReturnType<typeof createControlApi>;

const MESSAGES_PER_CHANNEL = 100;

/**
 * The control API of the local Discord, one method per route.
 * Every method rejects with `Refused` when the server said no or did not answer.
 */
export function createControlApi(base: string) {
  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${base}${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    }).catch(() => {
      throw new Unreachable('The local Discord does not answer. Is it still running?');
    });
    const answer: unknown = await response.json().catch(() => null);
    if (!response.ok) throw new Refused(reasonIn(answer, response.status));
    // The server and this page are typed by the same contract, and bundled from the same tree.
    return answer as T;
  }

  return {
    state: () => call<ControlState>('GET', '/state'),
    messages: (channel: string, as: string) =>
      call<readonly ShownMessage[]>(
        'GET',
        `/channels/${channel}/messages?as=${as}&limit=${MESSAGES_PER_CHANNEL}`,
      ),
    say: (channel: string, request: SayRequest) =>
      call<ShownMessage>('POST', `/channels/${channel}/messages`, request),
    run: (request: RunRequest) => call<Answer>('POST', '/run', request),
    autocomplete: (request: AutocompleteRequest) =>
      call<AutocompleteAnswer>('POST', '/autocomplete', request),
    press: (request: PressRequest) => call<Answer>('POST', '/press', request),
    use: (request: UseRequest) => call<Answer>('POST', '/use', request),
    submit: (request: SubmitRequest) => call<Answer>('POST', '/submit', request),
    direct: (request: DirectRequest) => call<ShownChannel>('POST', '/direct', request),
    addApp: (person: string, hasApp: boolean) =>
      call<Person>('PUT', `/people/${person}/app`, { hasApp }),
    takeDirect: (person: string, takesDirectMessages: boolean) =>
      call<Person>('PUT', `/people/${person}/direct`, { takesDirectMessages }),
    permit: (channel: string, request: PermissionsRequest) =>
      call<ShownChannel>('PUT', `/channels/${channel}/permissions`, request),
    createChannel: (request: CreateChannelRequest) =>
      call<ShownChannel>('POST', '/channels', request),
    editChannel: (channel: string, request: EditChannelRequest) =>
      call<ShownChannel>('PATCH', `/channels/${channel}`, request),
    deleteChannel: (channel: string) => call<ShownChannel>('DELETE', `/channels/${channel}`),
    invite: (request: InviteRequest) => call<ControlState>('POST', '/bot/invite', request),
    remove: () => call<ControlState>('POST', '/bot/remove'),
    fault: (faults: Partial<Faults>) => call<Faults>('PUT', '/faults', faults),
    world: () => call<World>('GET', '/world'),
    steer: (request: WorldRequest) => call<World>('POST', '/world', request),
  };
}

function reasonIn(answer: unknown, status: number): string {
  const said = typeof answer === 'object' && answer !== null && 'message' in answer;
  return said && typeof answer.message === 'string'
    ? answer.message
    : `The local Discord answered with status ${status}.`;
}
