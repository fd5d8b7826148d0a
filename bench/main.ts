import { spawnSync } from 'node:child_process';

/** Measures, prints the results, and sets the exit code when a promise is broken. */
type Bench = () => Promise<{ run: (args: readonly string[]) => Promise<void> }>;

/** Every claim about speed, load or accuracy comes from one of these. */
const BENCHES: Readonly<Record<string, Bench>> = {
  autocomplete: () => import('./autocomplete.ts'),
  budget: () => import('./budget/run.ts'),
  commands: () => import('./commands.ts'),
  delivery: () => import('./delivery/run.ts'),
  draws: () => import('./draws/run.ts'),
  elo: () => import('./elo/run.ts'),
  failover: () => import('./failover/run.ts'),
  hostile: () => import('./hostile/run.ts'),
  memory: () => import('./memory/run.ts'),
  moments: () => import('./moments/run.ts'),
  pictures: () => import('./pictures.ts'),
  probability: () => import('./probability/run.ts'),
  storage: () => import('./storage/run.ts'),
};

/** One after the other, each in a separate process: some use a fake clock. */
const runAll = (): void => {
  for (const name of Object.keys(BENCHES)) {
    console.log(`\n${name}\n`);
    const own = [...process.execArgv, import.meta.filename, name];
    const { status } = spawnSync(process.execPath, own, { stdio: 'inherit' });
    if (status !== 0) process.exitCode = 1;
  }
};

const runOne = async (name: string, args: readonly string[]): Promise<void> => {
  const bench = BENCHES[name];
  if (bench === undefined) {
    console.error(`Usage: npm run bench [${Object.keys(BENCHES).join(' | ')}]`);
    process.exitCode = 2;
    return;
  }
  const { run } = await bench();
  await run(args);
};

const [name, ...args] = process.argv.slice(2);
if (name === undefined) runAll();
else await runOne(name, args);
