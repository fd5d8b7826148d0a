/** How far the fan-out of an event has come in this process; the stored cursor trails it. */
export interface Progress {
  /** Where this process began. */
  readonly from: number;
  /** Channels up to this key were launched. */
  launched: number;
  /** Those of them that are still on their way. */
  readonly open: Set<number>;
  exhausted: boolean;
  /** For some channel nothing could be noted, or nothing was tried: it is begun again at the cursor. */
  isLost: boolean;
  /** Whether some channel may still wait for what came before in the same match. */
  readonly mayWait: boolean;
}

/** Begins behind the channels that are done: those up to the cursor. */
export const beginBehind = (cursor: number, mayWait: boolean): Progress => ({
  from: cursor,
  launched: cursor,
  open: new Set(),
  exhausted: false,
  isLost: false,
  mayWait,
});

/** Up to which key all channels are done. */
export const doneUpTo = ({ launched, open }: Progress): number =>
  Math.min(launched, ...[...open].map((key) => key - 1));
