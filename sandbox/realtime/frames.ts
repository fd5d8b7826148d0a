import { z } from 'zod';

/**
 * Frames of the Pusher Channels protocol, version 7
 * (https://pusher.com/docs/channels/library_auth_reference/pusher-websockets-protocol).
 * What the server sends carries its `data` as a JSON string, except errors.
 */

/**
 * Codes of `pusher:error` and of the close that follows; 4000–4099: do not reconnect, 4100–4199: after a
 * second, 4200–4299: at once.
 */
export const REFUSALS = {
  tlsOnly: {
    code: 4000,
    message: 'Application only accepts SSL connections, reconnect using wss://',
  },
  unknownApp: { code: 4001, message: 'Application does not exist' },
  disabledApp: { code: 4003, message: 'Application disabled' },
  overQuota: { code: 4004, message: 'Application is over connection quota' },
  wrongPath: { code: 4005, message: 'Path not found' },
  invalidVersion: { code: 4006, message: 'Invalid version string format' },
  unsupportedVersion: { code: 4007, message: 'Unsupported protocol version' },
  noVersion: { code: 4008, message: 'No protocol version supplied' },
  unauthorized: { code: 4009, message: 'Connection is unauthorized' },
  overCapacity: { code: 4100, message: 'Over capacity' },
  reconnect: { code: 4200, message: 'Generic reconnect immediately' },
  silent: { code: 4201, message: 'Pong reply not received in time' },
  inactive: { code: 4202, message: 'Closed after inactivity' },
} as const;

export type Refusal = (typeof REFUSALS)[keyof typeof REFUSALS];

const SUPPORTED_VERSIONS = { oldest: 5, newest: 7 } as const;

/** Why a client that names this protocol version is refused; null when it is accepted. */
export const refusalOfVersion = (version: string | undefined): Refusal | null => {
  if (version === undefined) return REFUSALS.noVersion;
  if (!/^\d+$/.test(version)) return REFUSALS.invalidVersion;
  const number = Number(version);
  const isSupported = number >= SUPPORTED_VERSIONS.oldest && number <= SUPPORTED_VERSIONS.newest;
  return isSupported ? null : REFUSALS.unsupportedVersion;
};

/** One frame as text, ready to be sent. */
export const frame = (event: string, data: unknown, channel?: string): string =>
  JSON.stringify({ event, channel, data: JSON.stringify(data) });

/** A frame that reports an error; its data is an object, unlike that of other frames. */
export const errorFrame = (message: string, code: number | null = null): string =>
  JSON.stringify({ event: 'pusher:error', data: { message, code } });

/** A frame that refuses a subscription for want of authorization; its data is an object, too. */
export const subscriptionErrorFrame = (channel: string): string => {
  const data = { type: 'AuthError', error: 'The sandbox has public channels only', status: 401 };
  return JSON.stringify({ event: 'pusher:subscription_error', channel, data });
};

const clientFrame = z.object({
  event: z.string(),
  channel: z.string().optional(),
  data: z.unknown().optional(),
});

/** A frame of a client. */
export type ClientFrame = z.infer<typeof clientFrame>;

const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Reads a client's frame; null when it is not JSON or has no event name. */
export const readClientFrame = (text: string): ClientFrame | null =>
  clientFrame.safeParse(parsedJson(text)).data ?? null;

const subscription = z.object({ channel: z.string() });

/** The channel a subscribe or unsubscribe frame names; clients may send `data` as text or object. */
export const channelOf = ({ data }: ClientFrame): string | null => {
  const value = typeof data === 'string' ? parsedJson(data) : data;
  return subscription.safeParse(value).data?.channel ?? null;
};

const CHANNEL_NAME = /^[-a-zA-Z0-9_=@,.;]{1,200}$/;

/** What is wrong with a channel's name; null when nothing is. */
export const faultOfChannel = (channel: string): string | null =>
  CHANNEL_NAME.test(channel) ? null : `Invalid channel name: ${channel.slice(0, 200)}`;

/** Whether subscribing to a channel takes authorization. */
export const needsAuth = (channel: string): boolean => /^(private|presence)-/.test(channel);
