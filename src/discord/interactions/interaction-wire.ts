import { ApplicationCommandType, InteractionType } from 'discord-api-types/v10';
import { z } from 'zod';
import { permissionsWire } from '../rest/wire.ts';

/** Interactions as Discord sends them, the fields read here; what a member typed or chose may be forged. */

const basicOption = z.object({
  name: z.string(),
  type: z.number(),
  value: z.unknown().optional(),
  focused: z.boolean().optional(),
});

/** Ours have subcommands, and no groups of them. */
const optionsWire = z
  .array(basicOption.extend({ options: z.array(basicOption).default([]) }))
  .default([]);

const attachmentWire = z.object({ url: z.string(), size: z.number() });

const messageWire = z.object({
  id: z.string(),
  flags: z.number().default(0),
  author: z.object({ id: z.string() }),
  components: z.array(z.unknown()).default([]),
  attachments: z.array(attachmentWire).default([]),
  interaction_metadata: z.object({ id: z.string() }).nullish(),
});

const byId = <T extends z.ZodType>(value: T) =>
  z
    .record(z.string(), value)
    .default({})
    .transform((all) => new Map(Object.entries(all)));

const resolvedWire = z
  .object({
    channels: byId(z.record(z.string(), z.unknown())),
    attachments: byId(attachmentWire),
    messages: byId(messageWire),
  })
  .prefault({});

const commandWire = z.object({ name: z.string(), options: optionsWire, resolved: resolvedWire });

const fieldWire = z.object({
  custom_id: z.string(),
  value: z.string().optional().catch(undefined),
  values: z.array(z.string()).optional().catch(undefined),
});

export const userWire = z.object({ id: z.string() });

const commonWire = z.object({
  id: z.string(),
  application_id: z.string(),
  token: z.string(),
  guild_id: z.string().nullish(),
  channel_id: z.string().nullish(),
  locale: z.string().catch('en'),
  guild_locale: z.string().nullish(),
  user: userWire.optional(),
  member: z
    .object({
      user: userWire,
      roles: z.array(z.string()).default([]),
      permissions: permissionsWire.catch(0n),
    })
    .optional(),
});

const typed = <T extends number, D extends z.ZodType>(type: T, data: D) =>
  commonWire.extend({ type: z.literal(type), data });

export const interactionWire = z.union([
  typed(
    InteractionType.ApplicationCommand,
    commandWire.extend({ type: z.literal(ApplicationCommandType.ChatInput) }),
  ),
  typed(
    InteractionType.ApplicationCommand,
    commandWire.extend({
      type: z.literal(ApplicationCommandType.Message),
      target_id: z.string(),
    }),
  ),
  // We have no others.
  typed(
    InteractionType.ApplicationCommand,
    z.object({ type: z.literal(ApplicationCommandType.User), target_id: z.string() }),
  ),
  typed(InteractionType.ApplicationCommandAutocomplete, commandWire),
  typed(
    InteractionType.MessageComponent,
    z.object({
      custom_id: z.string(),
      component_type: z.number(),
      values: z.array(z.string()).catch([]),
      resolved: resolvedWire,
    }),
  ).extend({ message: messageWire }),
  typed(
    InteractionType.ModalSubmit,
    z.object({
      custom_id: z.string(),
      components: z.array(
        z.object({
          component: fieldWire.optional().catch(undefined),
          components: z.array(fieldWire).catch([]),
        }),
      ),
    }),
  ).extend({ message: messageWire.nullish() }),
]);

export type InteractionWire = z.infer<typeof interactionWire>;

export type OptionsWire = Pick<z.infer<typeof commandWire>, 'options' | 'resolved'>;
