/**
 * How the data service fails: it does not respond, refuses the token, or responds with unexpected
 * content (a proxy's page, another service at its address).
 */
export type ServiceFailure = 'down' | 'refuses-token' | 'unreadable';
