import { UserError } from '../../src/errors.ts';

/**
 * A number from a control's custom id.
 * @throws UserError for values that the bot does not write there.
 */
export const numberIn = (value: string | undefined): number => {
  const number = Number(value);
  if (value === undefined || !/^\d{1,16}$/.test(value) || !Number.isSafeInteger(number)) {
    throw new UserError('outdated-control');
  }
  return number;
};
