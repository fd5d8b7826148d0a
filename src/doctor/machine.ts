import { clockDifference } from '../lib/clocks.ts';
import { warned, passed, failed, type Finding } from './finding.ts';
import { CLOCK_WRONG_MS } from '../lib/time.ts';

/** Bytes: docs/benchmarks.md. */
const MEMORY = { error: 200_000_000, warning: 300_000_000 } as const;

const NEEDED = 'The bot needs up to 300 MB';

/** @param available free memory in bytes */
export const memoryFinding = (available: number): Finding => {
  const says = `${Math.round(available / 1_000_000)} MB are free.`;
  if (available < MEMORY.error) {
    return failed('Memory', says, `${NEEDED}: end other programs, or add some.`);
  }
  return available < MEMORY.warning
    ? warned('Memory', says, `${NEEDED}: it is just enough.`)
    : passed('Memory', says);
};

/** The security releases of October 2026, of each Node that the bot runs on (require-node.js). */
const SECURE: Readonly<Record<string, string>> = { '24': '24.22.1', '26': '26.12.1' };

const inOrder = new Intl.Collator('en', { numeric: true });

export const nodeFinding = (version: string): Finding => {
  const secure = SECURE[version.split('.')[0] ?? ''] ?? version;
  return inOrder.compare(version, secure) < 0
    ? warned(
        'Node',
        `${version} lacks the security fixes of ${secure}.`,
        `Update the bot and run npm ci, or install ${secure} and start src/main.ts with it.`,
      )
    : passed('Node', version);
};

/** @param files those that other users of the machine can read */
export const exposedFinding = (files: readonly string[]): Finding =>
  warned(
    'Files',
    `Other users of this machine can read ${files.join(' and ')}.`,
    `chmod o-rwx ${files.join(' ')}`,
  );

/** Milliseconds. `Date` headers are rounded to seconds and delayed by the network. */
const CLOCK = { error: CLOCK_WRONG_MS, warning: 3_000 } as const;

/** @param ahead how far the machine's clock is ahead of Discord's, milliseconds; null when unknown */
export const clockFinding = (ahead: number | null): Finding => {
  const about = 'Clock';
  if (ahead === null) {
    return warned(
      about,
      "Could not be compared with Discord's.",
      'Fix the connection to Discord first.',
    );
  }
  const apart = Math.abs(ahead);
  if (apart < CLOCK.warning) return passed(about, "In sync with Discord's.");
  const says = `It is ${clockDifference(ahead)}.`;
  const next = 'Set it and keep it in sync: timedatectl set-ntp true';
  return apart < CLOCK.error ? warned(about, says, next) : failed(about, says, next);
};
