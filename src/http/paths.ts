/** Where Discord's webhook events arrive. */
export const DISCORD_EVENTS_PATH = '/webhooks/discord';

/** Of the HTTP server itself: not free for the data service's webhooks. */
export const TAKEN_PATHS: readonly string[] = ['/health', '/metrics', DISCORD_EVENTS_PATH];
