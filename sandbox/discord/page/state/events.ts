import type { ControlEvent, ControlState, ShownMessage } from '../../shown-state.ts';
import { firstChannel, isSeenBy } from '../side/channel-groups.ts';
import type { PageState } from './page-state.ts';
import { mentions } from './select.ts';

type MessageEvent = Extract<ControlEvent, { readonly message: ShownMessage }>;

/** What the page shows after an event of the server's stream; `now` in milliseconds of the epoch. */
export function applyEvent(state: PageState, event: ControlEvent, now: number): PageState {
  switch (event.type) {
    case 'message-create':
      return settlePress(
        settleRun(stopTyping(countUnread(keepMessage(state, event.message), event)), event),
        event,
      );
    case 'message-update':
      return markEdit(keepMessage(state, event.message), event.message);
    case 'message-delete':
      return dropMessage(state, event.channelId, event.id);
    case 'typing':
      return {
        ...state,
        typing: new Map(state.typing).set(event.channelId, Date.parse(event.until)),
      };
    case 'state':
      return withServer(state, event.state);
    case 'world':
      return { ...state, world: { world: event.world, readAt: now } };
  }
}

/** The page with what the server is now: a person whose channel is gone is moved to the first one. */
export function withServer(state: PageState, server: ControlState): PageState {
  const isGone =
    state.channelId !== null && !server.channels.some(({ id }) => id === state.channelId);
  const channelId = isGone ? firstChannel(server.channels, '') : state.channelId;
  return { ...state, server, channelId };
}

/** Puts a message into its channel's history, in place of an older version of it. */
export function keepMessage(state: PageState, message: ShownMessage): PageState {
  const known = state.history.get(message.channel_id);
  if (known === undefined) return state;
  const at = known.findIndex(({ id }) => id === message.id);
  const next = at === -1 ? [...known, message] : known.with(at, message);
  return { ...state, history: new Map(state.history).set(message.channel_id, next) };
}

function dropMessage(state: PageState, channelId: string, id: string): PageState {
  const known = state.history.get(channelId) ?? [];
  const next = known.filter((message) => message.id !== id);
  return { ...state, history: new Map(state.history).set(channelId, next) };
}

function countUnread(state: PageState, { message }: MessageEvent): PageState {
  const channelId = message.channel_id;
  const me = state.server?.people.find(({ id }) => id === state.meId);
  const mine = message.author.id === me?.id;
  const hidden = message.ephemeralFor !== undefined && message.ephemeralFor !== me?.id;
  const channel = state.server?.channels.find(({ id }) => id === channelId);
  if (me === undefined || mine || hidden || channelId === state.channelId) return state;
  if (channel !== undefined && !isSeenBy(channel, me.id)) return state;
  const before = state.unread.get(channelId) ?? { messages: 0, mentions: 0 };
  const after = {
    messages: before.messages + 1,
    mentions: before.mentions + (mentions(message, me) ? 1 : 0),
  };
  return { ...state, unread: new Map(state.unread).set(channelId, after) };
}

function markEdit(state: PageState, { id }: ShownMessage): PageState {
  return { ...state, edits: new Map(state.edits).set(id, (state.edits.get(id) ?? 0) + 1) };
}

function stopTyping(state: PageState): PageState {
  return state.typing.size === 0 ? state : { ...state, typing: new Map() };
}

/** A press that was answered with a message of its own, be it "thinking…", blocks its message no longer. */
function settlePress(state: PageState, { message }: MessageEvent): PageState {
  const metadata = message.interaction_metadata;
  if (metadata === undefined || !('interacted_message_id' in metadata)) return state;
  const prefix = `${metadata.interacted_message_id}/`;
  const rest = [...state.pressing].filter((each) => !each.startsWith(prefix));
  return { ...state, pressing: new Set(rest) };
}

/** Removes the pending line of a command once the channel has its answer. */
function settleRun(state: PageState, { message }: MessageEvent): PageState {
  const asker = message.interaction_metadata?.user.id;
  const settled = state.runs.find(
    (run) => run.problem === null && run.personId === asker && run.channelId === message.channel_id,
  );
  return settled === undefined
    ? state
    : { ...state, runs: state.runs.filter((run) => run !== settled) };
}
