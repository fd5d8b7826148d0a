/**
 * How the data service fails: it does not answer, it refuses the token, or it answers what no such
 * service would (a page of a proxy, another service at its address).
 */
export type ServiceFailure = 'down' | 'refuses-token' | 'unreadable';
