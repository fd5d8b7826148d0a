/** The seed of all random choices; `FAULTS_SEED` sets another one. */
export const SEED = Number(process.env['FAULTS_SEED'] ?? 1);

/** Only `npm run check -- reliability` plays the whole evening; every other run plays a short one. */
export const IS_SHORT = process.env['MODE'] !== 'reliability';

/** The message of a failed assertion: the command that reproduces it. */
export const again = (file: string): string => {
  const mode = IS_SHORT ? '' : ' --mode reliability';
  return `seed ${SEED}; again: FAULTS_SEED=${SEED} npx vitest run test/faults/${file}${mode}`;
};
