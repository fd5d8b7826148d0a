import {
  ApplicationWebhookEventStatus,
  ApplicationWebhookEventType,
  InteractionType,
  OAuth2Scopes,
} from 'discord-api-types/v10';
import * as z from 'zod';
import { Complaint } from '../complaint.ts';
import { REFUSABLE } from '../shown-state.ts';

const name = z.string().min(1);
const channelName = z.string().trim().min(1).max(100);
const channelTopic = z.string().max(1_024);
const address = z.url({ protocol: /^https?$/ }).nullable();
const installSettings = z.object({
  oauth2_install_params: z
    .object({ scopes: z.array(z.enum(OAuth2Scopes)), permissions: z.string().regex(/^\d+$/) })
    .optional(),
});

/** The control API's requests, as ../control-contract.ts states them. */
export const REQUESTS = {
  say: z.strictObject({ as: name, content: z.string().trim().min(1).max(2_000) }),
  run: z.strictObject({
    as: name,
    channel: name,
    command: name,
    files: z
      .record(
        name,
        z.strictObject({ filename: name, content: z.base64(), contentType: name.optional() }),
      )
      .default({}),
  }),
  autocomplete: z.strictObject({ as: name, channel: name, command: name }),
  press: z.strictObject({
    as: name,
    message: name,
    customId: name,
    values: z.array(z.string()).default([]),
  }),
  use: z.strictObject({ as: name, message: name, command: name }),
  submit: z.strictObject({
    as: name,
    modalId: name,
    values: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  }),
  forge: z.strictObject({
    as: name,
    channel: name,
    type: z.enum({
      command: InteractionType.ApplicationCommand,
      component: InteractionType.MessageComponent,
      autocomplete: InteractionType.ApplicationCommandAutocomplete,
      modal: InteractionType.ModalSubmit,
    }),
    data: z.record(z.string(), z.unknown()),
    message: name.optional(),
  }),
  direct: z.strictObject({ as: name, with: name.optional() }),
  app: z.strictObject({ hasApp: z.boolean() }),
  commandPermissions: z.strictObject({
    entries: z.array(z.strictObject({ who: z.string(), isAllowed: z.boolean() })).max(100),
  }),
  directMessages: z.strictObject({ takesDirectMessages: z.boolean() }),
  application: z
    .strictObject({
      description: z.string().max(400),
      tags: z.array(z.string().max(20)).max(5),
      terms_of_service_url: address,
      privacy_policy_url: address,
      custom_install_url: address,
      integration_types_config: z
        .strictObject({ 0: installSettings, 1: installSettings })
        .partial(),
      flags: z.number().int().min(0),
      hasTeam: z.boolean(),
      approximate_guild_count: z.number().int().min(0).nullable(),
      event_webhooks_url: address,
      event_webhooks_status: z.enum(ApplicationWebhookEventStatus),
      event_webhooks_types: z.array(z.enum(ApplicationWebhookEventType)),
    })
    .partial(),
  invite: z.strictObject({ permissions: z.array(z.string()).optional() }),
  permissions: z.strictObject({
    denyToBot: z.array(z.string()),
    allowToBot: z.array(z.string()).default([]),
  }),
  createChannel: z.strictObject({
    name: channelName,
    type: z.enum(['text', 'announcement', 'forum', 'category']).default('text'),
    topic: channelTopic.optional(),
    category: name.optional(),
  }),
  editChannel: z.strictObject({
    name: channelName.optional(),
    topic: channelTopic.nullable().optional(),
    tags: z
      .array(z.strictObject({ name: z.string().min(1).max(20), moderated: z.boolean() }))
      .max(20)
      .optional(),
    requiresTag: z.boolean().optional(),
    archived: z.boolean().optional(),
    locked: z.boolean().optional(),
  }),
  faults: z
    .strictObject({
      serverErrors: z.boolean(),
      resets: z.boolean(),
      loseAnswers: z.boolean(),
      unanswered: z.boolean(),
      rateLimited: z.boolean(),
      routeLimited: z.boolean(),
      refuses: z.partialRecord(z.enum(REFUSABLE), z.number().int().min(1)),
      blockedWords: z.array(name).max(100),
    })
    .partial(),
  frame: z.strictObject({ text: z.string() }),
  timeOut: z.strictObject({
    minutes: z
      .number()
      .min(0)
      .max(28 * 24 * 60),
  }),
  cut: z.strictObject({ forget: z.boolean() }).partial(),
  messagesQuery: z.object({
    as: name.default('member'),
    limit: z.coerce.number().int().min(1).max(1_000).default(100),
  }),
  stateQuery: z.object({ as: name.optional(), channel: name.default('general') }),
} as const;

/** A request's body or query, parsed. Throws a `Complaint` that says what is expected. */
export const parseRequest = <Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> => {
  const result = schema.safeParse(value ?? {});
  if (result.success) return result.data;
  const words = result.error.issues.map(
    (issue) => `${issue.path.join('.') || 'the body'}: ${issue.message}`,
  );
  throw new Complaint(words.join('; '));
};
