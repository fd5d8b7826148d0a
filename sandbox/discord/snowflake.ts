/** The first second of 2015, where Discord's ids start. */
const EPOCH = 1_420_070_400_000n;

/** The smallest id that Discord could have given at this time (ms since 1970). */
export const snowflakeAt = (time: number): string => String((BigInt(time) - EPOCH) << 22n);

/** When an id was given, in ms since 1970. */
export const timeOfSnowflake = (id: string): number => Number((BigInt(id) >> 22n) + EPOCH);

/** Gives ids as Discord does: ordered in time, never one twice, always above `last`. */
export const createSnowflakes = (now: () => number, last = '0'): (() => string) => {
  let previous = BigInt(last);
  return () => {
    const fresh = BigInt(snowflakeAt(now()));
    previous = fresh > previous ? fresh : previous + 1n;
    return String(previous);
  };
};
