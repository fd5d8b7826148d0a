import type { CommandUser } from '../../src/discord/command.ts';
import { UserError } from '../../src/errors.ts';

/** @throws UserError for anyone but the operator. */
export const requireOperator = ({ isOperator }: Pick<CommandUser, 'isOperator'>): void => {
  if (!isOperator) throw new UserError('operator-only');
};
