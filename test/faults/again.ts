/** Decides everything that is left to chance; another one with FAULTS_SEED. */
export const SEED = Number(process.env['FAULTS_SEED'] ?? 1);

/** `npm run reliability` plays whole, everything else short. */
export const IS_SHORT = process.env['MODE'] !== 'reliability';

/** What a failure says: how to see it again. */
export const again = (file: string): string => {
  const mode = IS_SHORT ? '' : ' --mode reliability';
  return `seed ${SEED}; again: FAULTS_SEED=${SEED} npx vitest run test/faults/${file}${mode}`;
};
