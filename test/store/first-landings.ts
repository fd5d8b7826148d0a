/** SQL statements that created the tables in the drafts of migration 001, before its release. */
type Statements = readonly string[];

const CARDS = (more: string): string => `
  "match_id" bigint not null, "channel_id" integer not null, "message_id" text, "posted_at" bigint,
  "shown_rev" integer default 0 not null, ${more} "replaced_message_id" text,
  "due_at" bigint default 0 not null, "attempts" integer default 0 not null,
  constraint "cards_key" primary key ("match_id", "channel_id")`;

const tables = (isSqlite: boolean, isFirst: boolean): Statements => {
  const key = isSqlite ? 'integer primary key autoincrement' : 'serial primary key';
  const clustered = isSqlite ? 'without rowid' : '';
  const shownAt = isFirst ? '' : '"shown_at" bigint default 0 not null,';
  return [
    `create table "channels" ("id" ${key}, "discord_id" text not null unique,
      "guild_id" text not null ${isFirst ? '' : 'unique'}, "locale" text not null,
      "configured_by" text not null, "broken_at" bigint, "broken_reason" text)`,
    `create table "follows" ("kind" text not null, "target_id" bigint not null,
      "channel_id" integer not null, "member_id" text not null, "created_at" bigint not null,
      constraint "follows_key" primary key ("kind", "target_id", "channel_id", "member_id"))
      ${clustered}`,
    'create index "follows_channel" on "follows" ("channel_id")',
    `create table "matches" ("id" bigint primary key, "rev" integer not null, "tournament_id" bigint,
      "phase" text not null, "match" text not null, "state" text not null, "chances" text,
      "changed_at" bigint not null, "delayed_since" bigint)`,
    'create index "matches_phase" on "matches" ("phase")',
    'create index "matches_changed" on "matches" ("changed_at")',
    'create table "tournaments" ("id" bigint primary key, "tournament" text not null)',
    `create table "cards" (${CARDS(shownAt)}) ${clustered}`,
    `create table "events" ("id" ${key}, "key" text not null unique, "match_id" bigint not null,
      "kind" text not null, "payload" text not null, "lane" integer not null,
      "cursor" integer default 0 not null, "created_at" bigint not null,
      "expires_at" bigint not null, "done_at" bigint, "rev" integer default 0 not null,
      "corrected_at" bigint)`,
    'create index "events_open" on "events" ("done_at", "lane")',
    `create table "deliveries" ("event_id" integer not null, "channel_id" integer not null,
      "outcome" text not null, "reason" text, "due_at" bigint,
      "attempts" integer default 0 not null, "message_id" text,
      "shown_rev" integer default 0 not null, "at" bigint not null,
      constraint "deliveries_key" primary key ("event_id", "channel_id")) ${clustered}`,
    'create index "deliveries_due" on "deliveries" ("due_at")',
    `create table "directory" ("kind" text not null, "id" bigint not null, "name" text not null,
      "category" text, "country" text, "ranking" integer, "start_date" text,
      constraint "directory_key" primary key ("kind", "id")) ${clustered}`,
    ...(isFirst
      ? ['create index "channels_guild" on "channels" ("guild_id")']
      : [
          'create index "cards_due" on "cards" ("due_at")',
          'create index "cards_channel" on "cards" ("channel_id")',
          'create index "events_corrected" on "events" ("corrected_at")',
        ]),
  ];
};

/** The tables of the migrations at that time. */
const MIGRATION_TABLES: Statements = [
  `create table "kysely_migration" ("name" varchar(255) not null primary key,
    "timestamp" varchar(255) not null)`,
  `create table "kysely_migration_lock" ("id" varchar(255) not null primary key,
    "is_locked" integer default 0 not null)`,
  `insert into "kysely_migration_lock" ("id", "is_locked") values ('migration_lock', 0)`,
  `insert into "kysely_migration" ("name", "timestamp")
    values ('001-first-light', '2026-11-21T03:31:00.000Z')`,
];

/** The drafts of migration 001 that were in use before its release. */
export const DRAFTS: readonly {
  readonly name: string;
  /** Whether a server could have several channels. */
  readonly isFirst: boolean;
}[] = [
  { name: 'the first draft of migration 001', isFirst: true },
  { name: 'the second draft of migration 001', isFirst: false },
];

/** All statements that create the tables of a draft. */
export const schemaOf = (isSqlite: boolean, isFirst: boolean): Statements => [
  ...tables(isSqlite, isFirst),
  ...MIGRATION_TABLES,
];
