/** A signal that aborts when time is up, or when one of the given signals does. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** What it was for is done. */
  readonly clear: () => void;
}

/** @param milliseconds from now on */
export const createDeadline = (
  milliseconds: number,
  signals: readonly (AbortSignal | undefined)[] = [],
): Deadline => {
  const late = new AbortController();
  const timer = setTimeout(() => {
    late.abort(new DOMException('The deadline has passed', 'TimeoutError'));
  }, milliseconds);
  const given = signals.filter((signal) => signal !== undefined);
  return {
    signal: AbortSignal.any([late.signal, ...given]),
    clear: () => {
      clearTimeout(timer);
    },
  };
};
