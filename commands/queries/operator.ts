import type { Asker } from '../../src/discord/command.ts';
import { UserError } from '../../src/errors.ts';

/** @throws UserError for anyone but the operator. */
export const forOperator = ({ isOperator }: Pick<Asker, 'isOperator'>): void => {
  if (!isOperator) throw new UserError('operator-only');
};
