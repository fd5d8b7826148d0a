import type { ComponentRequest, Services } from '../../src/discord/command.ts';
import { UserError } from '../../src/errors.ts';
import type { MessageBody } from '../../src/render/message.ts';

/**
 * One of the words that the bot writes into controls and offers as options.
 * @throws UserError for any other
 */
export const wordIn = <Word extends string | number>(
  words: readonly Word[],
  value: string | null | undefined,
): Word => {
  const word = words.find((each) => String(each) === value);
  if (word === undefined) throw new UserError('outdated-control');
  return word;
};

/** Handles a control about a player, a pair or a tournament. */
export type ControlHandler = (
  request: ComponentRequest,
  id: number,
  services: Services,
) => Promise<MessageBody>;

/**
 * The handler of a control or subcommand.
 * @throws UserError for a name without one
 */
export const handlerOf = <Handler>(
  handlers: Readonly<Record<string, Handler>>,
  name: string | null | undefined,
): Handler => {
  const handler = Object.hasOwn(handlers, name ?? '') ? handlers[name ?? ''] : undefined;
  if (handler === undefined) throw new UserError('outdated-control');
  return handler;
};

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
