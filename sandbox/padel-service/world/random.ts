/** A stream of numbers in [0, 1), always the same for the same seed. */
export type Random = () => number;

const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};

/** Opens the stream of a seed made of parts, e.g. `randomFrom(1, 'match', 42)` (mulberry32). */
export const randomFrom = (...seed: readonly (string | number)[]): Random => {
  let state = hashOf(seed.join('/'));
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** True with the given probability. */
export const chance = (random: Random, probability: number): boolean => random() < probability;

/** A whole number from `low` to `high`, both included. */
export const wholeBetween = (random: Random, low: number, high: number): number =>
  low + Math.floor(random() * (high - low + 1));

/** A number drawn from the normal distribution (Box–Muller). */
export const normal = (random: Random, mean: number, deviation: number): number =>
  mean + deviation * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** A waiting time with the given mean (exponential distribution). */
export const wait = (random: Random, mean: number): number => -mean * Math.log(1 - random());

/** One element of a list that is not empty. */
export const pickFrom = <T>(random: Random, list: readonly T[]): T => {
  const picked = list[Math.floor(random() * list.length)];
  if (picked === undefined) throw new RangeError('Nothing to pick from');
  return picked;
};

/** A list in random order (Fisher–Yates); the given list stays as it is. */
export const shuffled = <T>(random: Random, list: readonly T[]): T[] => {
  const rest = [...list];
  const result: T[] = [];
  while (rest.length > 0) {
    result.push(...rest.splice(Math.floor(random() * rest.length), 1));
  }
  return result;
};

/** A key of a table of weights, each as likely as its weight. */
export const pickWeighted = <K extends string>(
  random: Random,
  weights: readonly (readonly [K, number])[],
): K => {
  let left = random() * weights.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [key, weight] of weights) {
    left -= weight;
    if (left < 0) return key;
  }
  throw new RangeError('No weights to pick from');
};
