/** How often something happened in the last seconds. */
export interface RecentCount {
  readonly add: () => void;
  readonly count: () => number;
}

/** @param now monotonic milliseconds */
export const createRecentCount = (seconds: number, now: () => number): RecentCount => {
  const bySecond = new Map<number, number>();
  const second = (): number => Math.floor(now() / 1_000);

  const forget = (): void => {
    for (const each of bySecond.keys()) if (each <= second() - seconds) bySecond.delete(each);
  };

  return {
    add: () => {
      forget();
      bySecond.set(second(), (bySecond.get(second()) ?? 0) + 1);
    },
    count: () => {
      forget();
      return [...bySecond.values()].reduce((sum, each) => sum + each, 0);
    },
  };
};
