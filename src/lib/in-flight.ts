/** Work that goes on side by side: each piece once at a time, not too many at once. */
export interface InFlight {
  readonly has: (name: string) => boolean;
  /** How many more may be launched; the launcher looks before it does. */
  readonly room: () => number;
  /** Starts `work` unless one of that name is under way. */
  readonly launch: (name: string, work: () => Promise<void>) => void;
}

export interface InFlightOptions {
  readonly max: number;
  /** The error boundary of each piece of work. */
  readonly onError: (error: unknown, name: string) => void;
  /** Called when a piece is done, well or not: there is room for so many others. */
  readonly onDone: (room: number) => void;
}

export const createInFlight = ({ max, onError, onDone }: InFlightOptions): InFlight => {
  const names = new Set<string>();
  return {
    has: (name) => names.has(name),
    room: () => Math.max(0, max - names.size),
    launch: (name, work) => {
      if (names.has(name)) return;
      names.add(name);
      work()
        .catch((error: unknown) => {
          onError(error, name);
        })
        .finally(() => {
          names.delete(name);
          onDone(max - names.size);
        });
    },
  };
};

/** Work in lanes: what fills one takes no place from another. */
export const createLanes = (options: InFlightOptions): ((lane: number) => InFlight) => {
  const lanes = new Map<number, InFlight>();
  return (lane) => {
    const known = lanes.get(lane);
    if (known !== undefined) return known;
    const created = createInFlight(options);
    lanes.set(lane, created);
    return created;
  };
};
