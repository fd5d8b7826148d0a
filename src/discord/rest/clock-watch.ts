import type { REST } from 'discord.js';
import type { MachineClocks } from '../../lib/clocks.ts';

/**
 * Compares the machine's clock with the `Date` header of Discord's responses. A clock that is set
 * between two responses shows at once: the time since the last one is measured by the monotonic clock.
 * @returns milliseconds by which the machine is ahead; null before the first response
 */
export const watchClock = (
  rest: REST,
  { wall, monotonic }: MachineClocks,
): (() => number | null) => {
  let offset: number | null = null;
  rest.on('response', (_request, { headers }) => {
    const date = Date.parse(headers.get('date') ?? '');
    if (!Number.isNaN(date)) offset = date - monotonic();
  });
  return () => (offset === null ? null : wall() - (offset + monotonic()));
};
