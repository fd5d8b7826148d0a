/** A message in a channel of the crowd, without its content. */
export interface CrowdMessage {
  readonly id: string;
  /** The nonce that it was made with; null without an enforced one. */
  readonly nonce: string | null;
  /** Milliseconds since 1970. */
  readonly madeAt: number;
  /** How often it was edited. */
  readonly edits: number;
}

/** The messages in the channels of the crowd. */
export interface CrowdMessages {
  /** A new message, or the one that this nonce made within its window. */
  readonly post: (channelId: string, nonce: string | null) => CrowdMessage;
  /** Counts an edit; undefined for an unknown message. */
  readonly edit: (channelId: string, id: string) => CrowdMessage | undefined;
  /** The messages of each channel with messages, oldest first. */
  readonly all: () => ReadonlyMap<string, readonly CrowdMessage[]>;
}

export interface CrowdMessagesOptions {
  /** Milliseconds in which an enforced nonce returns the message that it made. */
  readonly nonceMs: number;
  readonly now: () => number;
  readonly nextId: () => string;
}

export const createCrowdMessages = (options: CrowdMessagesOptions): CrowdMessages => {
  const { nonceMs, now, nextId } = options;
  const written = new Map<string, readonly CrowdMessage[]>();
  const inChannel = (channelId: string) => written.get(channelId) ?? [];

  return {
    post: (channelId, nonce) => {
      const earlier = inChannel(channelId).find(
        (one) => nonce !== null && one.nonce === nonce && one.madeAt > now() - nonceMs,
      );
      if (earlier !== undefined) return earlier;
      const made = { id: nextId(), nonce, madeAt: now(), edits: 0 };
      written.set(channelId, [...inChannel(channelId), made]);
      return made;
    },
    edit: (channelId, id) => {
      const before = inChannel(channelId).find((one) => one.id === id);
      if (before === undefined) return undefined;
      const edited = { ...before, edits: before.edits + 1 };
      written.set(
        channelId,
        inChannel(channelId).map((one) => (one === before ? edited : one)),
      );
      return edited;
    },
    all: () => written,
  };
};
