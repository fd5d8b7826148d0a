import type { InteractionRates } from '#src/discord/interactions/use-limits.ts';

const always = { capacity: Number.MAX_SAFE_INTEGER, refillMs: 1 };
const rates = { command: always, autocomplete: always };

/** Tests ask faster than any hand: how often one may is tested where it is decided. */
export const UNLIMITED = {
  useRates: { member: rates, server: rates } satisfies InteractionRates,
};
