import { isIP } from 'node:net';
import { z } from 'zod';
import {
  optionalText,
  httpUrl,
  isNetwork,
  isPostgres,
  port,
  requestLimit,
  required,
} from './formats.ts';
import { PLANS } from './quotas.ts';

const DISCORD_API = 'https://discord.com/api';

/** Every variable of the bot, its format and its default. */
export const environment = z.object({
  DISCORD_TOKEN: required('the bot token from the Discord developer portal'),
  DISCORD_API_URL: z.preprocess(
    optionalText,
    httpUrl('the base of a Discord API').default(DISCORD_API),
  ),
  PADEL_API_URL: z.preprocess(
    optionalText,
    z
      .string({ error: 'is missing: the root of the padel data service, with its /api' })
      .pipe(httpUrl('the root of the padel data service')),
  ),
  PADEL_API_TOKEN: required('an API token of the padel data service'),
  PADEL_API_PLAN: z.preprocess(
    optionalText,
    z.enum(PLANS, { error: 'should be free, pro or business' }).default('pro'),
  ),
  PADEL_API_REQUESTS_PER_MINUTE: z.preprocess(optionalText, requestLimit.optional()),
  PADEL_API_REQUESTS_PER_DAY: z.preprocess(optionalText, requestLimit.optional()),
  PADEL_API_REQUESTS_PER_MONTH: z.preprocess(optionalText, requestLimit.optional()),
  REALTIME_APP_KEY: required("the application key of the data service's realtime channels"),
  REALTIME_CLUSTER: z.preprocess(optionalText, z.string().default('eu')),
  REALTIME_HOST: z.preprocess(
    optionalText,
    z
      .string()
      .regex(/^[A-Za-z0-9.:[\]-]+$/, { error: 'should be a host name, like realtime.example.org' })
      .optional(),
  ),
  REALTIME_PORT: z.preprocess(optionalText, port.optional()),
  REALTIME_TLS: z.preprocess(
    optionalText,
    z.enum(['true', 'false'], { error: 'should be true or false' }).optional(),
  ),
  REALTIME_EVENT: z.preprocess(optionalText, z.string().optional()),
  HTTP_PORT: z.preprocess(optionalText, port.optional()),
  HTTP_HOST: z.preprocess(
    optionalText,
    z
      .string()
      .refine((host) => isIP(host) !== 0, {
        error: 'should be an address of this machine, like 127.0.0.1, or :: for every one',
      })
      .optional(),
  ),
  HTTP_TRUST_PROXY: z.preprocess(
    optionalText,
    z
      .string()
      .transform((list) => list.split(',').map((each) => each.trim()))
      .refine((list) => list.every(isNetwork), {
        error: 'should be addresses or networks of proxies, like 127.0.0.1,10.0.0.0/8',
      })
      .optional(),
  ),
  WEBHOOK_PATH: z.preprocess(
    optionalText,
    z
      .string()
      .regex(/^\/[A-Za-z0-9/_.~-]*$/, { error: 'should be a path, like /webhooks/padel' })
      .refine((path) => path !== '/health' && path !== '/metrics', {
        error: 'should be another path: /health and /metrics are taken',
      })
      .default('/webhooks/padel'),
  ),
  WEBHOOK_SECRET: z.preprocess(optionalText, z.string().optional()),
  WEBHOOK_SECRET_PREVIOUS: z.preprocess(optionalText, z.string().optional()),
  WEBHOOK_UNSIGNED: z.preprocess(
    optionalText,
    z.enum(['yes', 'no'], { error: 'should be yes or no' }).optional(),
  ),
  WEBHOOK_SIGNATURE_HEADER: z.preprocess(
    optionalText,
    z
      .string()
      .regex(/^[A-Za-z0-9-]+$/, { error: 'should be the name of a header, like Signature' })
      .default('Signature'),
  ),
  DATABASE_URL: z.preprocess(
    optionalText,
    z
      .string()
      .refine((url) => /^file:.+/.test(url) || isPostgres(url), {
        error:
          'should be file:path/to/database.sqlite or postgres://user:password@host/database, ' +
          'with special characters of the password percent-encoded (/ is %2F)',
      })
      .default('file:data/bandeja.sqlite'),
  ),
  LOG_LEVEL: z.preprocess(
    optionalText,
    z
      .enum(['silent', 'error', 'warn', 'info', 'debug'], {
        error: 'should be silent, error, warn, info or debug',
      })
      .default('info'),
  ),
});

export type Environment = z.infer<typeof environment>;
