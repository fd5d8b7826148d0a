import { realPathOf } from './sqlite-file/real-path.ts';

const FILE = 'file:';

/** The path of an SQLite file in an address of a database; null for PostgreSQL. */
export const fileIn = (url: string): string | null =>
  url.startsWith(FILE) ? url.slice(FILE.length) : null;

/** The address of a database, in which a file has its one path, however it was named. */
export const realUrl = (url: string): string => {
  const file = fileIn(url);
  return file === null ? url : `${FILE}${realPathOf(file)}`;
};

/** Whether it is the address of a PostgreSQL. A special character in its password can make it none. */
export const isServerUrl = (url: string): boolean =>
  /^postgres(ql)?:\/\//.test(url) && URL.canParse(url);

/** An address of a database as it may be shown: without its password. */
export const shownUrl = (url: string): string => {
  if (fileIn(url) !== null) return url;
  const { host, pathname } = new URL(url);
  return `postgres://${host}${pathname}`;
};
