import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Which folders serve a capability of docs/architecture.md; the first that fits counts. */
const CAPABILITIES: readonly (readonly [name: string, files: RegExp])[] = [
  [
    'settings with history, undo, file',
    /^(commands\/alerts|src\/store\/channels|src\/render\/moderation)\//,
  ],
  [
    'questions and their views',
    /^(commands|src\/render\/(lines|match|people|schedule|tournament))\//,
  ],
  ['pictures', /^src\/render\/pictures\//],
  ['padel: match, score, chances, draws', /^src\/domain\//],
  ['ingest', /^src\/alerts\/ingest\//],
  ['cards and boards', /^src\/(alerts\/kept|store\/(cards|boards))\//],
  ['posts, outbox', /^src\/(alerts|store\/(outbox|follows|members)|render\/posts)\//],
  ['names', /^src\/padel-api\/names\//],
  ['client of the data service, quota', /^src\/padel-api\//],
  ['sources', /^src\/live\//],
  ['interactions, gateway, REST', /^src\/discord\//],
  ['http, health, metrics', /^src\/http\//],
  [
    'doctor, backup, moving, operator',
    /^src\/(doctor|operator|store\/(copy|sqlite-file|inspection))[/.]/,
  ],
  ['database', /^src\/store\//],
  ['the rest', /^/],
];

/** The house keeps to these: a larger file or folder is two. */
export const MOST = { linesOfFile: 300, filesOfFolder: 25 } as const;

interface SourceFile {
  readonly path: string;
  readonly lines: number;
}

const filesIn = (folder: string): readonly SourceFile[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.ts') && !path.includes('node_modules'))
    .map((path) => ({ path, lines: readFileSync(path, 'utf8').split('\n').length - 1 }));

const sumOf = (files: readonly SourceFile[]): number =>
  files.reduce((sum, { lines }) => sum + lines, 0);

/** The code in figures, read from the folders as they are. Rings are refused by `npm run check -- imports`. */
export const houseFigures = () => {
  const bot = ['src', 'commands'].flatMap(filesIn);
  const sandbox = filesIn('sandbox').filter(({ path }) => !path.startsWith('sandbox/test/'));
  const byFolder = Map.groupBy([...bot, ...sandbox], ({ path }) => dirname(path));
  const byCapability = Map.groupBy(
    bot,
    ({ path }) => CAPABILITIES.find(([, files]) => files.test(path))?.[0] ?? '',
  );
  return {
    lines: sumOf(bot),
    files: bot.length,
    median: bot.map(({ lines }) => lines).sort((a, b) => a - b)[Math.floor(bot.length / 2)] ?? 0,
    testLines: sumOf(filesIn('test')),
    sandboxLines: sumOf(sandbox),
    longFiles: bot.filter(({ lines }) => lines > MOST.linesOfFile).map(({ path }) => path),
    wideFolders: [...byFolder]
      .filter(([, files]) => files.length > MOST.filesOfFolder)
      .map(([folder]) => folder),
    capabilities: CAPABILITIES.map(([name]) => ({
      name,
      lines: sumOf(byCapability.get(name) ?? []),
    })),
  };
};

/** What `npm run check -- house` prints. */
export const printHouse = (): void => {
  const { capabilities, longFiles, wideFolders, ...figures } = houseFigures();
  for (const [name, figure] of Object.entries(figures)) {
    console.log(`${name.padEnd(36)} ${String(figure).padStart(7)}`);
  }
  console.log();
  for (const { name, lines } of capabilities) {
    console.log(`${name.padEnd(36)} ${String(lines).padStart(7)}`);
  }
  for (const path of longFiles) console.log(`over ${MOST.linesOfFile} lines: ${path}`);
  for (const path of wideFolders) console.log(`over ${MOST.filesOfFolder} files: ${path}`);
};
