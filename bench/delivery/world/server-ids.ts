/** Discord's ids of the bench: 18 digits, as discord.js wants them. */
const idFrom = (first: bigint, n: number): string => String(first + BigInt(n));

/** The alert channel of the n-th server. */
export const channelId = (n: number): string => idFrom(200_000_000_000_000_000n, n);

export const guildId = (n: number): string => idFrom(300_000_000_000_000_000n, n);

export const memberId = (n: number): string => idFrom(400_000_000_000_000_000n, n);
