import { GatewayOpcodes } from 'discord-api-types/v10';
import * as z from 'zod';

const identify = z.object({
  op: z.literal(GatewayOpcodes.Identify),
  d: z.object({
    token: z.string(),
    intents: z.int(),
    shard: z.tuple([z.int(), z.int()]).optional(),
  }),
});

const resume = z.object({
  op: z.literal(GatewayOpcodes.Resume),
  d: z.object({ token: z.string(), session_id: z.string(), seq: z.int() }),
});

const heartbeat = z.object({ op: z.literal(GatewayOpcodes.Heartbeat), d: z.int().nullish() });

const presence = z.object({ op: z.literal(GatewayOpcodes.PresenceUpdate), d: z.looseObject({}) });

const voice = z.object({ op: z.literal(GatewayOpcodes.VoiceStateUpdate), d: z.looseObject({}) });

const ids = z.union([z.string().transform((id) => [id]), z.array(z.string())]);

const members = z.object({
  op: z.literal(GatewayOpcodes.RequestGuildMembers),
  d: z.object({
    guild_id: z.union([z.string(), z.array(z.string()).transform((guilds) => guilds[0] ?? '')]),
    query: z.string().optional(),
    limit: z.int().min(0).default(0),
    presences: z.boolean().optional(),
    user_ids: ids.optional(),
    nonce: z.string().optional(),
  }),
});

/** What a bot may send over the gateway, by opcode. */
export const gatewayCommand = z.discriminatedUnion('op', [
  identify,
  resume,
  heartbeat,
  presence,
  voice,
  members,
]);

export type GatewayCommand = z.infer<typeof gatewayCommand>;
export type Identify = z.infer<typeof identify>['d'];
export type Resume = z.infer<typeof resume>['d'];
export type MembersRequest = z.infer<typeof members>['d'];

/** Opcodes that a bot may send. */
export const KNOWN_OPCODES: readonly unknown[] = gatewayCommand.options.map(
  ({ shape }) => shape.op.value,
);
