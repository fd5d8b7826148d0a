/** One kind of news and those who listen to it. */
export interface Signal<News> {
  emit: (news: News) => void;
  /** Listens from now on; the returned function stops it. */
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
