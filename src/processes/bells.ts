/** Who listens to which bell in this process. */
export const createBells = () => {
  const listeners = new Map<string, Set<(words: string) => void>>();
  return {
    on: (bell: string, heard: (words: string) => void): void => {
      const those = listeners.get(bell) ?? new Set();
      listeners.set(bell, those.add(heard));
    },
    heard: (bell: string, words: string): void => {
      for (const listener of listeners.get(bell) ?? []) listener(words);
    },
  };
};
