/** Publish and subscribe inside one process. */
export interface Topic<Message extends readonly unknown[]> {
  readonly publish: (...message: Message) => void;
  readonly subscribe: (listener: (...message: Message) => void) => void;
}

export const createTopic = <Message extends readonly unknown[]>(): Topic<Message> => {
  const listeners: ((...message: Message) => void)[] = [];
  return {
    publish: (...message) => {
      for (const listener of listeners) listener(...message);
    },
    subscribe: (listener) => {
      listeners.push(listener);
    },
  };
};
