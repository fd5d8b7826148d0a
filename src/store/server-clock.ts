/** The clock of PostgreSQL in a query, milliseconds: the clocks of several machines differ. */
export const SERVER_NOW = '(extract(epoch from clock_timestamp()) * 1000)::bigint';
