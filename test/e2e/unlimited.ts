import type { InteractionRates } from '#src/discord/interactions/use-limits.ts';

const always = { capacity: Number.MAX_SAFE_INTEGER, refillMs: 1 };
const rates = { command: always, share: always, autocomplete: always };

/** Tests send commands faster than any user; the limits have tests of their own. */
export const UNLIMITED = {
  useRates: { member: rates, server: rates } satisfies InteractionRates,
  maxChannels: 100,
};
