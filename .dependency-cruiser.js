// The import table and the package fences of the architecture (CONTRIBUTING.md, "Layout").
// A folder may import itself, the folders listed for it, packages, and Node's own modules.
const TABLE = {
  '^commands/': [
    '^src/discord/command\\.ts$',
    '^src/(domain|padel-api|store|render|i18n)/',
    '^src/errors\\.ts$',
    '^data/cities\\.json$',
  ],
  '^src/domain/': [],
  '^src/padel-api/': ['^src/(domain|lib)/', '^src/errors\\.ts$'],
  '^src/store/': ['^src/(domain|lib)/'],
  '^src/live/': ['^src/(domain|padel-api|lib)/'],
  '^src/http/': ['^src/(domain|padel-api|store|lib)/'],
  '^src/alerts/': ['^src/(domain|store|render|i18n|lib)/'],
  '^src/discord/': ['^src/(i18n|lib)/', '^src/errors\\.ts$'],
  '^src/doctor/': [
    '^commands/index\\.ts$',
    '^src/(discord|live|padel-api|store|http|lib)/',
    '^src/config(\\.ts$|/)',
  ],
  '^src/operator/': [
    '^commands/index\\.ts$',
    '^src/(discord|doctor|domain|padel-api|store|lib)/',
    '^src/(config|entry|errors|log)\\.ts$',
  ],
  '^src/processes/': ['^src/(store|lib)/'],
  '^src/render/': ['^src/(domain|i18n)/'],
  '^src/i18n/': ['^data/locales/', '^src/lib/'],
  '^src/lib/': ['^package\\.json$'],
  '^src/config(\\.ts$|/)': [
    '^src/store/connection/database-url\\.ts$',
    '^src/http/paths\\.ts$',
    '^src/domain/tournament/where-to-watch\\.ts$',
    '^data/where-to-watch\\.json$',
  ],
  '^src/log\\.ts$': ['^src/lib/', '^package\\.json$'],
  '^src/errors\\.ts$': ['^data/locales/'],
  '^sandbox/(?!test/)': ['^src/(domain|lib)/', '^src/padel-api/wire/'],
  '^src/(app/|(main|app|entry)\\.ts$)': ['^commands/', '^src/', '^package\\.json$'],
};

// Lengths of time, and figures of Discord's documentation, which the others keep to as well.
const SHARED = '^src/(lib/time|discord/message-limits)\\.ts$';

// The sandbox's own entry may start the whole application beside the world outside.
const SANDBOX_ENTRY = '^sandbox/demo(/|\\.ts$)';
const SANDBOX_ENTRY_MAY = [
  '^src/(app|config|log|entry)\\.ts$',
  '^src/discord/(registered|invite)\\.ts$',
  '^commands/index\\.ts$',
];

// Type-only imports carry no code: the discord room may name the types of the rest, and an error what it offers.
const TYPES_ONLY = {
  '^src/discord/': ['^src/(domain|padel-api|store|render|live|alerts)/'],
  '^src/render/': ['^src/errors\\.ts$'],
  '^src/errors\\.ts$': ['^src/domain/'],
};

const FENCES = {
  // package: where its runtime may be imported
  // Only tests and benches, as another bot.
  'discord\\.js': '^test/',
  '@discordjs/[^/]+': '^src/discord/gateway/',
  undici: '^src/(padel-api/|discord/rest/rest\\.ts$)',
  '(kysely|better-sqlite3|pg)': '^src/store/',
  'pusher-js': '^src/live/',
  'fastify|@fastify/[^/]+': '^(src/http|sandbox)/',
  '(@takumi-rs/.*|@fontsource.*|any-ascii|circle-flags|d3-.*)': '^src/render/',
  'ws|pusher|discord-api-spec|esbuild|lit|discord-markdown-parser': '^sandbox/',
};

// The folders of a room, the lowest first: each may use those before it, none that come after it.
const ORDER = {
  commands: ['options', 'queries', 'alerts', 'follows', 'catch-up'],
  'src/alerts': ['delivery', 'ingest', 'kept', 'posts', 'channels', 'server-events', 'agenda'],
  'src/discord': ['rest', 'gateway', 'servers', 'interactions'],
  'src/domain': ['match', 'people', 'probability', 'tournament', 'alerts'],
  'src/padel-api': ['wire', 'request', 'names', 'quota', 'endpoints'],
  'src/render': [
    'lines',
    'schedule',
    'follows',
    'pictures',
    'match',
    'people',
    'tournament',
    'posts',
    'moderation',
  ],
  'src/store': [
    'migrations',
    'sqlite-file',
    'connection',
    'matches',
    'copy',
    'outbox',
    'follows',
    'channels',
    'members',
    'cards',
    'boards',
    'processes',
    'inspection',
    'merges',
  ],
};

const packages = 'node_modules';
const rules = [];

for (const [from, allowed] of Object.entries(TABLE)) {
  const isSandbox = from.startsWith('^sandbox/');
  const typesAllowed = TYPES_ONLY[from] ?? [];
  rules.push({
    name: `table ${from}`,
    severity: 'error',
    from: { path: from, ...(isSandbox ? { pathNot: SANDBOX_ENTRY } : {}) },
    to: {
      pathNot: [from, ...allowed, ...typesAllowed, SHARED, packages],
      dependencyTypesNot: ['core'],
    },
  });
  if (typesAllowed.length > 0) {
    rules.push({
      name: `table ${from} (types only)`,
      severity: 'error',
      from: { path: from },
      to: { path: typesAllowed, dependencyTypesNot: ['type-only'] },
    });
  }
}

rules.push({
  name: 'table sandbox entry',
  severity: 'error',
  from: { path: SANDBOX_ENTRY },
  to: {
    pathNot: ['^sandbox/', ...SANDBOX_ENTRY_MAY, ...TABLE['^sandbox/(?!test/)'], packages],
    dependencyTypesNot: ['core'],
  },
});

for (const [name, home] of Object.entries(FENCES)) {
  rules.push({
    name: `fence ${name}`,
    severity: 'error',
    from: { pathNot: [home, '^test/', '^sandbox/test/', '^bench/'] },
    to: { path: `^node_modules/(${name})/`, dependencyTypesNot: ['type-only'] },
  });
}

for (const [room, folders] of Object.entries(ORDER)) {
  folders.slice(0, -1).forEach((folder, index) => {
    const above = folders.slice(index + 1).join('|');
    rules.push({
      name: `order ${room}/${folder}`,
      severity: 'error',
      from: { path: `^${room}/${folder}/` },
      to: { path: `^${room}/(${above})/`, dependencyTypesNot: ['type-only'] },
    });
  });
}

export default {
  forbidden: [
    ...rules,
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      // What the bot runs with is there without the tools of development.
      name: 'no-development-packages',
      severity: 'error',
      from: { path: '^(src|commands)/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        path: '^(src|commands|sandbox)/(?!test/)',
        pathNot: 'require-node\\.js$',
      },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: packages },
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
    exclude: { path: 'node_modules/typescript' },
  },
};
