import { isIP } from 'node:net';
import { z } from 'zod';

/**
 * Trims a value, since blanks are pasted along. An empty variable counts as missing: `DISCORD_TOKEN=`
 * in a file is a form not filled in.
 */
export const optionalText = (value: unknown): unknown => {
  const said = typeof value === 'string' ? value.trim() : value;
  return said === '' ? undefined : said;
};

/** @param shape the format, for the error */
export const required = (shape: string) =>
  z.preprocess(optionalText, z.string({ error: `is missing: ${shape}` }).min(1));

/** @param name what the URL is for */
export const httpUrl = (name: string) =>
  z
    .url({ protocol: /^https?$/, error: `should be ${name}, like https://example.org/api` })
    .transform((url) => url.replace(/(?<!\/)\/+$/, ''));

export const port = z.coerce
  .number({ error: 'should be a port number from 1 to 65535' })
  .int('should be a port number from 1 to 65535')
  .min(1, 'should be a port number from 1 to 65535')
  .max(65_535, 'should be a port number from 1 to 65535');

const REQUEST_LIMIT = 'should be a whole number of requests, from 1 to 1000000000';

export const requestLimit = z.coerce
  .number({ error: REQUEST_LIMIT })
  .int(REQUEST_LIMIT)
  .min(1, REQUEST_LIMIT)
  .max(1e9, REQUEST_LIMIT);

/** Whether it is an address (`10.0.0.7`, `::1`) or a network (`10.0.0.0/8`). */
export const isNetwork = (text: string): boolean => {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
  );
};

export const isPostgres = (url: string): boolean =>
  /^postgres(ql)?:\/\//.test(url) && URL.canParse(url);
