import type { MachineClocks } from '../../lib/clocks.ts';

/**
 * Compares the machine's clock with the `Date` header of Discord's responses. A clock that is set
 * between two responses shows at once: the time since the last one is measured by the monotonic clock.
 */
export const createClockWatch = ({ wall, monotonic }: MachineClocks) => {
  let offset: number | null = null;
  return {
    onDate: (text: string): void => {
      const date = Date.parse(text);
      if (!Number.isNaN(date)) offset = date - monotonic();
    },
    /** Milliseconds by which the machine is ahead; null before the first response. */
    aheadMs: (): number | null => (offset === null ? null : wall() - (offset + monotonic())),
  };
};
