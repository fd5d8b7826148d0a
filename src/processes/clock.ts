/** Two clocks: one that nobody sets, and one that goes on while the machine sleeps. Milliseconds. */
export interface Clocks {
  readonly monotonic: () => number;
  readonly wall: () => number;
}

/** Tells how much time has passed since now, by whichever clock says more. */
export const stopwatch = ({ monotonic, wall }: Clocks): (() => number) => {
  const [m, w] = [monotonic(), wall()];
  return () => Math.max(monotonic() - m, wall() - w);
};
