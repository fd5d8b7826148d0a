/**
 * How frames travel: as they were sent; each once more, behind the one after it; or in threes of a
 * channel turned round, so that the newest comes first and two come late.
 */
export const TRANSITS = ['plain', 'duplicated', 'disordered'] as const;

export type Transit = (typeof TRANSITS)[number];

/** Frames of channels on their way. */
export interface Way {
  /** Takes a frame; answers what arrives now, in this order. */
  readonly pass: (channel: string, frame: string) => readonly string[];
}

/** So many frames of a channel are turned round together. */
const TOGETHER = 3;

/** Every way begins empty: what still was on another one is lost. */
export const openWay = (transit: Transit): Way => {
  const kept = new Map<string, readonly string[]>();
  const before = (channel: string): readonly string[] => kept.get(channel) ?? [];

  const passes: Readonly<Record<Transit, Way['pass']>> = {
    plain: (_channel, frame) => [frame],
    duplicated: (channel, frame) => {
      const arriving = [frame, ...before(channel)];
      kept.set(channel, [frame]);
      return arriving;
    },
    disordered: (channel, frame) => {
      const together = [frame, ...before(channel)];
      const isFull = together.length === TOGETHER;
      kept.set(channel, isFull ? [] : together);
      return isFull ? together : [];
    },
  };
  return { pass: passes[transit] };
};
