import { MessageType } from 'discord-api-types/v10';

import type { ShownMessage } from '../../shown-state.ts';

/** A message with its place among the others. */
export interface Row {
  readonly message: ShownMessage;
  /** Whether it shares the heading of the message before it. */
  readonly continues: boolean;
  /** Whether it is the first of its day. */
  readonly startsDay: boolean;
}

/** Later than this, even the same person's message gets its own heading. */
const TOGETHER_MS = 7 * 60_000;

/** Groups messages as a chat does: by author while they follow closely, and by day. */
export function arrange(messages: readonly ShownMessage[]): readonly Row[] {
  return messages.map((message, index) => {
    const before = messages[index - 1];
    return {
      message,
      continues: before !== undefined && belongTogether(before, message),
      startsDay: before === undefined || dayOf(before) !== dayOf(message),
    };
  });
}

/** A message that a user wrote, not a system message. */
export function isWritten({ type }: ShownMessage): boolean {
  return (
    type === MessageType.Default ||
    type === MessageType.Reply ||
    type === MessageType.ChatInputCommand
  );
}

function belongTogether(before: ShownMessage, message: ShownMessage): boolean {
  return (
    before.author.id === message.author.id &&
    before.ephemeralFor === message.ephemeralFor &&
    isWritten(before) &&
    message.type === MessageType.Default &&
    message.interaction_metadata === undefined &&
    dayOf(before) === dayOf(message) &&
    Date.parse(message.timestamp) - Date.parse(before.timestamp) < TOGETHER_MS
  );
}

function dayOf({ timestamp }: ShownMessage): string {
  return new Date(timestamp).toDateString();
}
