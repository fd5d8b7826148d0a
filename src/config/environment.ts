import { isIP } from 'node:net';
import { z } from 'zod';
import { BUTTON_URL_MAX } from '../discord/message-limits.ts';
import { DATABASE_URL_FORMAT, isServerUrl } from '../store/connection/database-url.ts';
import { TAKEN_PATHS } from '../http/paths.ts';
import { bareValue, COMMENT, writingFault } from './env-file.ts';
import { PLANS } from './quotas.ts';

/** A comment behind the value goes: no format allows blanks. */
const withoutComment = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(COMMENT, '').trimEnd() || undefined : value;

/** @param bare the value without what does not belong to it */
const written = <T extends z.ZodType>(bare: (value: unknown) => unknown, schema: T) =>
  z.preprocess((value, context) => {
    const fault = writingFault(value);
    if (fault !== null) context.addIssue({ code: 'custom', message: fault });
    return bare(value);
  }, schema);

/** A variable that may be missing: its schema has a default, or is optional. */
const given = <T extends z.ZodType>(schema: T) =>
  written((value) => withoutComment(bareValue(value)), schema);

/** Secrets and paths may contain anything, so that only the operator knows what a comment is. */
const anyText = z.string().refine((text) => !COMMENT.test(text), {
  error: 'seems to end with a comment: write comments on lines of their own',
});

/**
 * A secret that a header or a URL carries.
 * @param shape the format, for the error
 */
const required = (shape: string) =>
  given(
    z
      .string({ error: `is missing: ${shape}` })
      .refine((text) => !/^(?:bot|bearer)\s/i.test(text), {
        abort: true,
        error: 'begins with "Bot" or "Bearer": remove that word',
      })
      .regex(/^[\x21-\x7e]+$/, {
        error: `has a character that none has (a blank, an accent, an invisible one): copy ${shape} again`,
      }),
  );

/** @param name what the URL is for */
const httpUrl = (name: string) =>
  z
    .url({ protocol: /^https?$/, error: `should be ${name}, like https://example.org/api` })
    .transform((url) => url.replace(/(?<!\/)\/+$/, ''));

const wholeNumber = (most: number, error: string) =>
  z.coerce.number({ error }).int(error).min(1, error).max(most, error);

const yesOrNo = z.stringbool({ error: 'should be yes or no, true or false' });

const port = wholeNumber(65_535, 'should be a port number from 1 to 65535');

const requestLimit = wholeNumber(1e9, 'should be a whole number of requests, from 1 to 1000000000');

/** Whether it is an address (`10.0.0.7`, `::1`) or a network (`10.0.0.0/8`). */
const isNetwork = (text: string): boolean => {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
  );
};

const SUPPORT_FORMAT = {
  abort: true,
  error: `should be an https address of up to ${BUTTON_URL_MAX} characters, like https://discord.gg/…`,
};

const DISCORD_API = 'https://discord.com/api';

/** Every variable of the bot, its format and its default. */
export const environment = z.object({
  DISCORD_TOKEN: required('the bot token from the Discord developer portal'),
  DISCORD_API_URL: given(httpUrl('the base of a Discord API').default(DISCORD_API)),
  SUPPORT_URL: given(
    z
      .string()
      .regex(/^https:\/\/[^/]/, SUPPORT_FORMAT)
      .refine((url) => url.length <= BUTTON_URL_MAX && URL.canParse(url), SUPPORT_FORMAT)
      .optional(),
  ),
  PADEL_API_URL: given(
    z
      .string({ error: 'is missing: the root of the padel data service, with its /api' })
      .pipe(httpUrl('the root of the padel data service')),
  ),
  PADEL_API_TOKEN: required('an API token of the padel data service'),
  PADEL_API_PLAN: given(z.enum(PLANS, { error: 'should be free, pro or business' }).default('pro')),
  PADEL_API_REQUESTS_PER_MINUTE: given(requestLimit.optional()),
  PADEL_API_REQUESTS_PER_DAY: given(requestLimit.optional()),
  PADEL_API_REQUESTS_PER_MONTH: given(requestLimit.optional()),
  REALTIME_APP_KEY: required("the application key of the data service's realtime channels"),
  REALTIME_CLUSTER: given(z.string().default('eu')),
  REALTIME_HOST: given(
    z
      .string()
      .regex(/^[A-Za-z0-9.:[\]-]+$/, { error: 'should be a host name, like realtime.example.org' })
      .optional(),
  ),
  REALTIME_PORT: given(port.optional()),
  REALTIME_TLS: given(yesOrNo.optional()),
  REALTIME_EVENT: given(z.string().optional()),
  HTTP_PORT: given(port.optional()),
  HTTP_HOST: given(
    z
      .string()
      .refine((host) => isIP(host) !== 0, {
        error: 'should be an address of this machine, like 127.0.0.1, or :: for every one',
      })
      .optional(),
  ),
  HTTP_TRUST_PROXY: given(
    z
      .string()
      .transform((list) => list.split(',').map((each) => each.trim()))
      .refine((list) => list.every(isNetwork), {
        error: 'should be addresses or networks of proxies, like 127.0.0.1,10.0.0.0/8',
      })
      .optional(),
  ),
  WEBHOOK_PATH: given(
    z
      .string()
      .regex(/^\/[A-Za-z0-9/_.~-]*$/, { error: 'should be a path, like /webhooks/padel' })
      .refine((path) => !TAKEN_PATHS.includes(path), {
        error: `should be another path: ${TAKEN_PATHS.join(', ')} are taken`,
      })
      .default('/webhooks/padel'),
  ),
  WEBHOOK_SECRET: written(bareValue, anyText.optional()),
  WEBHOOK_SECRET_PREVIOUS: written(bareValue, anyText.optional()),
  WEBHOOK_UNSIGNED: given(yesOrNo.optional()),
  WEBHOOK_SIGNATURE_HEADER: given(
    z
      .string()
      .regex(/^[A-Za-z0-9-]+$/, { error: 'should be the name of a header, like Signature' })
      .default('Signature'),
  ),
  WHERE_TO_WATCH: written(bareValue, anyText.optional()),
  DATABASE_URL: written(
    bareValue,
    anyText
      .refine((url) => /^file:.+/.test(url) || isServerUrl(url), {
        error: `should be ${DATABASE_URL_FORMAT}`,
      })
      .default('file:data/bandeja.sqlite'),
  ),
  LOG_LEVEL: given(
    z
      .enum(['silent', 'error', 'warn', 'info', 'debug'], {
        error: 'should be silent, error, warn, info or debug',
      })
      .default('info'),
  ),
});

/** Variables that are secret, or whose value can contain a password: a message never quotes them. */
export const UNQUOTED = [
  'DISCORD_TOKEN',
  'DISCORD_API_URL',
  'SUPPORT_URL',
  'PADEL_API_URL',
  'PADEL_API_TOKEN',
  'REALTIME_APP_KEY',
  'WEBHOOK_PATH',
  'WEBHOOK_SECRET',
  'WEBHOOK_SECRET_PREVIOUS',
  'DATABASE_URL',
] as const;

export type Environment = z.infer<typeof environment>;
