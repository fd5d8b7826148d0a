import { commands } from '../../commands/index.ts';
import { ConfigError, readConfig, type Config } from '../config.ts';
import { unknownVariables } from '../config/unknown-variables.ts';
import { inspectDiscord } from '../discord/inspection.ts';
import { createInspector, type Inspector } from '../padel-api/inspection.ts';
import { exposedFiles } from '../lib/exposed-files.ts';
import { fileIn } from '../store/connection/database-url.ts';
import { inspectDatabase, inspectQuota } from '../store/inspection/inspection.ts';
import { freeBytes } from '../store/inspection/sqlite.ts';
import type { DoctorArguments } from './command-line.ts';
import { databaseFindings, diskFinding } from './database.ts';
import { discordFindings } from './discord.ts';
import { errorSummary, findingsAbout, type Finding } from './finding.ts';
import { httpFindings } from './http.ts';
import { clockFinding, exposedFinding, memoryFinding, nodeFinding } from './machine.ts';
import { padelFindings, planFindings, quotaFinding } from './padel.ts';
import { realtimeFinding } from './realtime.ts';

export interface ExamineOptions extends DoctorArguments {
  /** The machine's clock, milliseconds. */
  readonly now: () => number;
  /** Free memory in bytes. */
  readonly availableMemory: () => number;
  readonly realtimeTimeoutMs?: number;
  /** How long a push is awaited. */
  readonly listenMs?: number;
  /** Called when something takes a while, in words for the operator. */
  readonly onWait?: (what: string) => void;
}

/**
 * Runs all checks in parallel; findings come in the order in which to read them. A check that fails
 * becomes a finding, so this never rejects.
 */
export const examine = (
  variables: NodeJS.ProcessEnv,
  options: ExamineOptions,
): readonly Promise<readonly Finding[]>[] => {
  const machine = [nodeFinding(process.versions.node), memoryFinding(options.availableMemory())];
  const { config, findings } = configuration(variables);
  const first = Promise.resolve([...machine, ...findings]);
  return config === null ? [first] : [first, ...outsideSystems(config, options)];
};

const configuration = (variables: NodeJS.ProcessEnv) => {
  const { passed, warned, failed } = findingsAbout('Configuration');
  const next = 'Edit the file .env beside package.json (see .env.example).';
  const sentence = (problem: string): string => problem.replace(/[^?]$/, '$&.');
  const unknown = unknownVariables(variables).map((each) => warned(sentence(each), next));
  try {
    const config = readConfig(variables);
    return { config, findings: unknown.length === 0 ? [passed('Complete.')] : unknown };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const findings = error.problems.map((each) => failed(sentence(each), next));
    return { config: null, findings: [...findings, ...unknown] };
  }
};

const outsideSystems = (config: Config, options: ExamineOptions) => {
  const { now, webhook, subscription } = options;
  const discord = inspectDiscord({ ...config.discord, now });
  const { supportUrl: contact } = config;
  const { apiUrl: baseUrl, token } = config.padel;
  const padel = createInspector({ baseUrl, token, contact });
  const checks: Readonly<Record<string, () => Promise<readonly Finding[]>>> = {
    Database: () => database(config.databaseUrl),
    Discord: async () => discordFindings((await discord).outcome, commands),
    Clock: async () => [clockFinding((await discord).clockAhead)],
    'Data service': async () => [...(await service(padel, config)), await quota(config, now)],
    'Live socket': async () => [await realtime(padel, config, options)],
    Webhook: () => httpFindings({ http: config.http, padel, webhook, subscription, contact }),
  };
  return Object.entries(checks).map(async ([about, check]) => {
    try {
      return await check();
    } catch (error) {
      const says = `It cannot be looked at: ${errorSummary(error)}.`;
      return [findingsAbout(about).failed(says, 'Fix the others first.')];
    }
  });
};

const realtime = (padel: Inspector, config: Config, options: ExamineOptions) =>
  realtimeFinding({
    realtime: config.realtime,
    live: padel.live,
    monotonic: () => performance.now(),
    timeoutMs: options.realtimeTimeoutMs,
    listenMs: options.listenMs,
    onListening: (matchId, forMs) => {
      options.onWait?.(`Waiting up to ${forMs / 1_000} s for a push of match ${matchId}.`);
    },
  });

const service = async (padel: Inspector, { padel: { apiUrl, quota } }: Config) => {
  const inspection = await padel.service();
  const limit = inspection.kind === 'answered' ? inspection.limit : null;
  return [...padelFindings(inspection, apiUrl), ...planFindings(quota, limit)];
};

const quota = async ({ databaseUrl, padel }: Config, now: () => number): Promise<Finding> => {
  const monthBegan = `${new Date(now()).toISOString().slice(0, 7)}-01`;
  return quotaFinding(padel.quota, await inspectQuota(databaseUrl, padel.token, monthBegan), now);
};

const database = async (url: string): Promise<readonly Finding[]> => {
  const inspection = await inspectDatabase(url);
  const exposed = exposedFiles('.env', fileIn(url));
  const free = inspection.kind === 'sqlite' ? freeBytes(url) : null;
  return [
    ...databaseFindings(inspection),
    ...(free === null ? [] : [diskFinding(free)]),
    ...(exposed.length === 0 ? [] : [exposedFinding(exposed)]),
  ];
};
