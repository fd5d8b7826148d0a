import { z } from 'zod';

/**
 * Discord's responses, the fields read here, under the titles of its API documentation. Nothing else of
 * the bot casts a response.
 */

const hasId = z.object({ id: z.string() });

/** The id in the response to a created message, thread, event or direct message channel. */
export const idIn = (response: unknown): string => {
  const { data } = hasId.safeParse(response);
  if (data === undefined) throw new Error('Discord answered without an id');
  return data.id;
};

/** "Get Current Application"; "Get Current User" has the id only. */
export const applicationWire = z.object({
  id: z.string(),
  approximate_guild_count: z.number().nullish(),
  /** The public key of its webhook events, hexadecimal. */
  verify_key: z
    .string()
    .regex(/^[0-9a-f]{64}$/i)
    .nullish()
    .catch(null),
});

/** "Get Gateway Bot" */
export const gatewayBotWire = z.object({
  url: z.url(),
  /** The recommended number of shards. */
  shards: z.number(),
  session_start_limit: z.object({
    total: z.number(),
    remaining: z.number(),
    /** Milliseconds. */
    reset_after: z.number(),
    max_concurrency: z.number().int().positive().default(1),
  }),
});

/** "Get Global Application Commands"; the rest is compared by key (registered.ts). */
export const applicationCommandsWire = z.array(z.looseObject({ id: z.string(), name: z.string() }));

/** A set of permissions; nothing for what is none. */
export const permissionsWire = z
  .string()
  .regex(/^\d{1,20}$/)
  .transform(BigInt);

/** "Resolved Data" of an interaction: a channel, with the bot's permissions there since July 2026. */
export const resolvedChannelWire = z.object({
  type: z.number().optional().catch(undefined),
  app_permissions: permissionsWire.optional().catch(undefined),
});

/** "Get Application Command Permissions" */
export const commandPermissionsWire = z.object({
  permissions: z.array(z.object({ id: z.string(), type: z.number(), permission: z.boolean() })),
});

export type CommandPermission = z.infer<typeof commandPermissionsWire>['permissions'][number];

/** "Get Channel Messages" */
export const messagesWire = z.array(
  z.object({
    id: z.string(),
    /** The kind: one of its own for each of Discord's notes. */
    type: z.number().optional(),
    content: z.string(),
    author: z.object({ id: z.string(), bot: z.boolean().optional() }),
    /** Rows of buttons and menus. */
    components: z
      .array(
        z.object({
          components: z.array(z.object({ custom_id: z.string().optional() })).default([]),
        }),
      )
      .default([]),
  }),
);

export type MessageWire = z.infer<typeof messagesWire>[number];

/** "Get Channel": a thread, or a forum with its tags. */
export const channelWire = z.object({
  thread_metadata: z.object({ locked: z.boolean().nullish() }).nullish(),
  available_tags: z.array(z.object({ id: z.string(), moderated: z.boolean().nullish() })).catch([]),
});

/** "List Active Guild Threads" */
export const activeThreadsWire = z.object({
  threads: z.array(
    z.object({
      id: z.string(),
      name: z.string().nullish(),
      parent_id: z.string().nullish(),
      owner_id: z.string().nullish(),
    }),
  ),
});

/** "List Scheduled Events for Guild" */
export const scheduledEventsWire = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    status: z.number(),
    scheduled_start_time: z.string(),
    creator_id: z.string().nullish(),
  }),
);

/** "Get Guild Scheduled Event" */
export const eventStatusWire = z.object({ status: z.number() });

export type ScheduledEventWire = z.infer<typeof scheduledEventsWire>[number];
