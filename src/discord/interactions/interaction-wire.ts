import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ComponentType,
  InteractionType,
} from 'discord-api-types/v10';
import { z } from 'zod';
import { permissionsWire } from '../rest/wire.ts';

/**
 * Interactions as Discord sends them, the fields read here, each read into what was used; what a member
 * typed or chose may be forged.
 */

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

/** What was typed and chosen in a command. */
const optionsOf = ({
  options,
  resolved,
}: Pick<z.infer<typeof commandWire>, 'options' | 'resolved'>) => {
  const [first] = options;
  const isSubcommand = first?.type === ApplicationCommandOptionType.Subcommand.valueOf();
  const given = isSubcommand ? first.options : options;
  const text = (name: string): string | null => {
    const value = given.find((option) => option.name === name)?.value;
    return typeof value === 'string' ? value : null;
  };
  return {
    subcommand: isSubcommand ? first.name : null,
    text,
    /** The data of a chosen channel. */
    channelData: (id: string) => resolved.channels.get(id),
    attachment: (name: string) => resolved.attachments.get(text(name) ?? '') ?? null,
    focused: given.find((option) => option.focused === true)?.name ?? '',
  };
};

const fieldWire = z.object({
  custom_id: z.string(),
  value: z.string().optional().catch(undefined),
  values: z.array(z.string()).optional().catch(undefined),
});

const userWire = z.object({ id: z.string() });

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

/** Who uses it, and where. */
const useOf = (wire: z.infer<typeof commonWire>) => ({
  id: wire.id,
  applicationId: wire.application_id,
  token: wire.token,
  userId: (wire.member?.user ?? userWire.parse(wire.user)).id,
  guildId: wire.guild_id ?? null,
  channelId: wire.channel_id ?? null,
  locale: wire.locale,
  guildLocale: wire.guild_locale ?? null,
  roleIds: wire.member?.roles ?? [],
  /** The member's in the channel. */
  permissions: wire.member?.permissions ?? 0n,
});

const typed = <T extends number, D extends z.ZodType>(type: T, data: D) =>
  commonWire.extend({ type: z.literal(type), data });

export const interactionWire = z.union([
  typed(
    InteractionType.ApplicationCommand,
    commandWire.extend({ type: z.literal(ApplicationCommandType.ChatInput) }),
  ).transform(({ data, ...wire }) => ({
    ...useOf(wire),
    kind: 'command' as const,
    commandName: data.name,
    options: optionsOf(data),
  })),
  // An entry in the Apps menu of a message.
  typed(
    InteractionType.ApplicationCommand,
    commandWire.extend({
      type: z.literal(ApplicationCommandType.Message),
      target_id: z.string(),
    }),
  ).transform(({ data, ...wire }) => {
    const target = data.resolved.messages.get(data.target_id);
    if (target === undefined) throw new Error('Discord sent no message of a use of its menu');
    return { ...useOf(wire), kind: 'message' as const, commandName: data.name, target };
  }),
  // We have no others.
  typed(
    InteractionType.ApplicationCommand,
    z.object({ type: z.literal(ApplicationCommandType.User), target_id: z.string() }),
  ).transform((wire) => ({ ...useOf(wire), kind: 'unknown' as const, commandName: null })),
  typed(InteractionType.ApplicationCommandAutocomplete, commandWire).transform(
    ({ data, ...wire }) => ({
      ...useOf(wire),
      kind: 'autocomplete' as const,
      commandName: data.name,
      options: optionsOf(data),
    }),
  ),
  typed(
    InteractionType.MessageComponent,
    z.object({
      custom_id: z.string(),
      component_type: z.number(),
      values: z.array(z.string()).catch([]),
      resolved: resolvedWire,
    }),
  )
    .extend({ message: messageWire })
    .transform(({ data, message, ...wire }) => ({
      ...useOf(wire),
      kind: 'component' as const,
      customId: data.custom_id,
      type: data.component_type,
      /** Chosen in a menu. */
      values: data.component_type === ComponentType.Button.valueOf() ? [] : data.values,
      message,
      channelData: (id: string) => data.resolved.channels.get(id),
    })),
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
  )
    .extend({ message: messageWire.nullish() })
    .transform(({ data, message = null, ...wire }) => {
      const all = data.components.flatMap(({ component, components: row }) =>
        component === undefined ? row : [component, ...row],
      );
      const fields = new Map(all.map((field) => [field.custom_id, field]));
      // A command's form has no message.
      return { ...useOf(wire), kind: 'form' as const, customId: data.custom_id, fields, message };
    }),
]);

export type InteractionWire = z.infer<typeof interactionWire>;
