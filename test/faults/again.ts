/** Decides everything that is left to chance; another one with FAULTS_SEED. */
export const SEED = Number(process.env['FAULTS_SEED'] ?? 1);

/** CI plays short, everybody else whole. */
export const IS_SHORT = process.env['CI'] === 'true';

/** What a failure says: how to see it again. */
export const again = (file: string): string =>
  `seed ${SEED}${IS_SHORT ? ', short' : ''}; again: ${IS_SHORT ? 'CI=true ' : ''}FAULTS_SEED=${SEED} npx vitest run test/faults/${file}`;
