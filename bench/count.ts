/**
 * How many of something a bench goes through; null with a usage line printed and the exit code set
 * when the argument is no whole number from 1 to `most`.
 */
export const countFrom = (
  arg: string | undefined,
  { bench, of, usual, most }: { bench: string; of: string; usual: number; most: number },
): number | null => {
  const count = arg === undefined ? usual : Number(arg);
  if (Number.isInteger(count) && count > 0 && count <= most) return count;
  console.error(`Usage: npm run bench ${bench} [-- ${of}], a whole number from 1 to ${most}`);
  process.exitCode = 1;
  return null;
};
