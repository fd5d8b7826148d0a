import { clockDifference } from '../lib/clocks.ts';
import { findingsAbout, type Finding } from './finding.ts';
import { CLOCK_WRONG_MS } from '../lib/time.ts';

/** Bytes: docs/benchmarks.md. */
const MEMORY = { error: 200_000_000, warning: 300_000_000 } as const;

const NEEDED = 'The bot needs up to 300 MB';

/** @param available free memory in bytes */
export const memoryFinding = (available: number): Finding => {
  const { passed, warned, failed } = findingsAbout('Memory');
  const says = `${Math.round(available / 1_000_000)} MB are free.`;
  if (available < MEMORY.error) return failed(says, `${NEEDED}: end other programs, or add some.`);
  return available < MEMORY.warning ? warned(says, `${NEEDED}: it is just enough.`) : passed(says);
};

/** The security releases of October 2026, of each Node that the bot runs on (require-node.js). */
const SECURE: Readonly<Record<string, string>> = { '24': '24.22.1', '26': '26.12.1' };

const inOrder = new Intl.Collator('en', { numeric: true });

export const nodeFinding = (version: string): Finding => {
  const { passed, warned } = findingsAbout('Node');
  const secure = SECURE[version.split('.')[0] ?? ''] ?? version;
  if (inOrder.compare(version, secure) >= 0) return passed(version);
  return warned(
    `${version} lacks the security fixes of ${secure}.`,
    `Update the bot and run npm ci, or install ${secure} and start src/main.ts with it.`,
  );
};

/** @param files those that other users of the machine can read */
export const exposedFinding = (files: readonly string[]): Finding =>
  findingsAbout('Files').warned(
    `Other users of this machine can read ${files.join(' and ')}.`,
    `chmod o-rwx ${files.join(' ')}`,
  );

/** Milliseconds. `Date` headers are rounded to seconds and delayed by the network. */
const CLOCK_WARNING_MS = 3_000;

/** @param ahead how far the machine's clock is ahead of Discord's, milliseconds; null when unknown */
export const clockFinding = (ahead: number | null): Finding => {
  const { passed, warned, failed } = findingsAbout('Clock');
  if (ahead === null) {
    return warned("Could not be compared with Discord's.", 'Fix the connection to Discord first.');
  }
  const apart = Math.abs(ahead);
  if (apart < CLOCK_WARNING_MS) return passed("In sync with Discord's.");
  const says = `It is ${clockDifference(ahead)}.`;
  const next = 'Set it and keep it in sync: timedatectl set-ntp true';
  return apart < CLOCK_WRONG_MS ? warned(says, next) : failed(says, next);
};
