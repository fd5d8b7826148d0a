import * as z from 'zod';

// The package ships its zod schemas, made from Discord's own OpenAPI document, as JavaScript
// without declarations: they arrive as unknown, and are checked to be schemas once, here.
const specifier = ['discord-api-spec', 'zod'].join('/');
const published: unknown = await import(specifier);

const schema = z.custom<z.core.$ZodType>(
  (value) => typeof value === 'object' && value !== null && '_zod' in value,
  'discord-api-spec does not export this schema',
);

/** The published schema of this name, or undefined. */
export const publishedSchema = (name: string): z.core.$ZodType | undefined =>
  z
    .record(z.string(), z.unknown())
    .transform((all) => schema.safeParse(all[name]).data)
    .parse({
      ...Object(published),
    });

/** Discord's published schemas of what a bot may send, by what it is sent for. */
export const PUBLISHED = z
  .object({
    MessageCreateRequestSchema: schema,
    MessageEditRequestPartialSchema: schema,
    IncomingWebhookRequestPartialSchema: schema,
    IncomingWebhookUpdateRequestPartialSchema: schema,
    CreateMessageInteractionCallbackRequestSchema: schema,
    UpdateMessageInteractionCallbackRequestSchema: schema,
    ApplicationCommandAutocompleteCallbackRequestSchema: schema,
    ModalInteractionCallbackRequestSchema: schema,
    PongInteractionCallbackRequestSchema: schema,
    InteractionCallbackTypesSchema: schema,
    ApplicationCommandCreateRequestSchema: schema,
    ApplicationCommandUpdateRequestSchema: schema,
    ApplicationCommandPatchRequestPartialSchema: schema,
    CreateTextThreadWithMessageRequestSchema: schema,
    CreateTextThreadWithoutMessageRequestSchema: schema,
    CreateForumThreadRequestSchema: schema,
    UpdateThreadRequestPartialSchema: schema,
    ExternalScheduledEventCreateRequestSchema: schema,
    ExternalScheduledEventPatchRequestPartialSchema: schema,
    CreateGuildChannelRequestSchema: schema,
    UpdateGuildChannelRequestPartialSchema: schema,
    ChannelPermissionOverwriteRequestSchema: schema,
    CreatePrivateChannelRequestSchema: schema,
    CreateRoleRequestSchema: schema,
    UpdateRoleRequestPartialSchema: schema,
    SnowflakeTypeSchema: schema,
  })
  .transform((schemas) => ({
    messageCreate: schemas.MessageCreateRequestSchema,
    messageEdit: schemas.MessageEditRequestPartialSchema,
    followUp: schemas.IncomingWebhookRequestPartialSchema,
    followUpEdit: schemas.IncomingWebhookUpdateRequestPartialSchema,
    answer: schemas.CreateMessageInteractionCallbackRequestSchema,
    update: schemas.UpdateMessageInteractionCallbackRequestSchema,
    choices: schemas.ApplicationCommandAutocompleteCallbackRequestSchema,
    modal: schemas.ModalInteractionCallbackRequestSchema,
    pong: schemas.PongInteractionCallbackRequestSchema,
    commandCreate: schemas.ApplicationCommandCreateRequestSchema,
    commandUpdate: schemas.ApplicationCommandUpdateRequestSchema,
    commandPatch: schemas.ApplicationCommandPatchRequestPartialSchema,
    threadOfMessage: schemas.CreateTextThreadWithMessageRequestSchema,
    threadCreate: schemas.CreateTextThreadWithoutMessageRequestSchema,
    forumPost: schemas.CreateForumThreadRequestSchema,
    threadEdit: schemas.UpdateThreadRequestPartialSchema,
    eventCreate: schemas.ExternalScheduledEventCreateRequestSchema,
    eventEdit: schemas.ExternalScheduledEventPatchRequestPartialSchema,
    channelCreate: schemas.CreateGuildChannelRequestSchema,
    channelEdit: schemas.UpdateGuildChannelRequestPartialSchema,
    overwrite: schemas.ChannelPermissionOverwriteRequestSchema,
    roleCreate: schemas.CreateRoleRequestSchema,
    roleEdit: schemas.UpdateRoleRequestPartialSchema,
    directMessage: schemas.CreatePrivateChannelRequestSchema,
  }))
  .parse(published);
