/**
 * The same JSON without keys that are null: Discord leaves out what a bot sent as null, and
 * clients fail on a null where they expect the key to be absent.
 */
export const withoutNulls = <Json>(value: Json): Json => {
  const strip = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(strip);
    if (typeof part !== 'object' || part === null) return part;
    const kept = Object.entries(part).filter(([, inner]) => inner !== null && inner !== undefined);
    return Object.fromEntries(kept.map(([key, inner]) => [key, strip(inner)]));
  };
  // Only optional keys are nullable in what bots send, so the type is the same without them.
  return strip(value) as Json;
};

/** The same JSON with every string in it passed through `change`. */
export const mapStrings = <Json>(value: Json, change: (text: string) => string): Json => {
  const map = (part: unknown): unknown => {
    if (typeof part === 'string') return change(part);
    if (Array.isArray(part)) return part.map(map);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, map(inner)]));
  };
  // Strings stay strings: the shape does not change.
  return map(value) as Json;
};

/** An object that is not null and not a list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Discord's way to write a time: microseconds and an offset. */
export const isoTime = (time: number): string =>
  new Date(time).toISOString().replace('Z', '000+00:00');
