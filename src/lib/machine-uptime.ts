import { uptime } from 'node:os';

const atStart = uptime() * 1_000 - performance.now();

/**
 * Whole milliseconds since the machine was started: a clock that nobody sets, the same one in every
 * process of a machine.
 */
export const machineUptime = (): number => Math.floor(atStart + performance.now());
