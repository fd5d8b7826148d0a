import { UserError } from '../src/errors.ts';

/**
 * An id or a page of a control.
 * @throws UserError for anything that we have not written there.
 */
export const numberIn = (value: string | undefined): number => {
  const number = Number(value);
  if (value === undefined || !/^\d{1,16}$/.test(value) || !Number.isSafeInteger(number)) {
    throw new UserError('outdated-control');
  }
  return number;
};
