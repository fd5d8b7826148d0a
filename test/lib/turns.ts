/** What a work brings, and the turns of the event loop that others have meanwhile. */
export const turnsDuring = async <T>(work: Promise<T>) => {
  const turns = { taken: 0, isOver: false };
  const takeTurns = (): void => {
    turns.taken += 1;
    if (!turns.isOver) setImmediate(takeTurns);
  };
  takeTurns();
  const done = await work;
  turns.isOver = true;
  return { done, taken: turns.taken };
};
