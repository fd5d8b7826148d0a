/** Measures, prints what it found, and sets the exit code when a promise is not kept. */
type Bench = () => Promise<{ run: (args: readonly string[]) => Promise<void> }>;

/** Every claim about speed, load or accuracy comes from one of these. */
const BENCHES: Readonly<Record<string, Bench>> = {
  autocomplete: () => import('./autocomplete.ts'),
  budget: () => import('./budget/run.ts'),
  commands: () => import('./commands.ts'),
  delivery: () => import('./delivery/run.ts'),
  elo: () => import('./elo/run.ts'),
};

const [name = '', ...args] = process.argv.slice(2);
const bench = BENCHES[name];

if (bench === undefined) {
  console.error(`Usage: npm run bench <${Object.keys(BENCHES).join(' | ')}>`);
  process.exitCode = 1;
} else {
  const { run } = await bench();
  await run(args);
}
