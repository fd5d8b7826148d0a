/** An event with subscribers. */
export interface Signal<News> {
  emit: (news: News) => void;
  /** Subscribes; the returned function unsubscribes. */
  subscribe: (listener: (news: News) => void) => () => void;
}

export const createSignal = <News>(): Signal<News> => {
  const listeners = new Set<(news: News) => void>();
  return {
    emit: (news) => {
      for (const listener of [...listeners]) listener(news);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
};
