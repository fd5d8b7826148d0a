/**
 * How frames are delivered: as sent; duplicated, the copy after the next frame; or reversed in groups
 * of three per channel, so that the newest comes first and two come late.
 */
export const TRANSITS = ['plain', 'duplicated', 'disordered'] as const;

export type Transit = (typeof TRANSITS)[number];

/** Frames in transit. */
export interface FrameTransit {
  /** Takes a frame; returns the frames that arrive now, in order. */
  readonly pass: (channel: string, frame: string) => readonly string[];
}

/** How many frames of a channel are reversed together. */
const TOGETHER = 3;

/** Starts empty: frames in another transit are lost. */
export const createTransit = (transit: Transit): FrameTransit => {
  const kept = new Map<string, readonly string[]>();
  const before = (channel: string): readonly string[] => kept.get(channel) ?? [];

  const passes: Readonly<Record<Transit, FrameTransit['pass']>> = {
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
