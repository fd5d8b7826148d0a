import { gzipSync } from 'node:zlib';
import { quantile } from './table.ts';

const RUNS = 9;

/** Milliseconds of CPU that the whole process spends on some work. */
export const cpuOf = async (work: () => unknown): Promise<number> => {
  const began = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000;
};

/** Milliseconds of CPU for compressing a megabyte: a unit to compare machines by. */
export const gzipCpu = async (): Promise<number> => {
  const bytes = Buffer.from(Array.from({ length: 1_000_000 }, (_, index) => (index * index) % 251));
  const spent: number[] = [];
  for (let round = 0; round < RUNS; round += 1) {
    spent.push(await cpuOf(() => gzipSync(bytes, { level: 6 })));
  }
  return quantile(spent, 0.5);
};
