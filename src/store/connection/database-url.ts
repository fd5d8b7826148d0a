import { realPathOf } from '../sqlite-file/place.ts';

const FILE = 'file:';

/** The path of the SQLite file in a database URL; null for PostgreSQL. */
export const fileIn = (url: string): string | null =>
  url.startsWith(FILE) ? url.slice(FILE.length) : null;

/** A database URL in which a file has its canonical path. */
export const realUrl = (url: string): string => {
  const file = fileIn(url);
  return file === null ? url : `${FILE}${realPathOf(file)}`;
};

/** Whether it is a PostgreSQL URL. An unescaped special character in the password can make it invalid. */
export const isServerUrl = (url: string): boolean =>
  /^postgres(ql)?:\/\//.test(url) && URL.canParse(url);

/** How a database URL looks, for errors. */
export const DATABASE_URL_FORMAT =
  'file:path/to/database.sqlite or postgres://user:password@host/database, ' +
  'with special characters of the password percent-encoded (/ is %2F)';

/** A database URL for display, without its password. */
export const shownUrl = (url: string): string => {
  if (fileIn(url) !== null) return url;
  const { host, pathname } = new URL(url);
  return `postgres://${host}${pathname}`;
};
