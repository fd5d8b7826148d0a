import {
  Routes,
  type REST,
  type RESTGetCurrentApplicationResult,
  type RESTGetAPICurrentUserResult,
} from 'discord.js';
import { loginFailure } from './login-failure.ts';

/** Who the bot is, and whose. */
export interface Identity {
  /** Discord's id of the bot as a user. */
  readonly userId: string;
  /** Under which it has its commands. */
  readonly applicationId: string;
  /** Who owns the application: one person, or the members of a team. */
  readonly operatorIds: ReadonlySet<string>;
}

/**
 * Asks Discord who the bot is: a token that is refused is known before anything is connected.
 * @throws an error whose message names the variable of the environment that is to be mended.
 */
export const readIdentity = async (rest: REST): Promise<Identity> => {
  try {
    // Discord's answers to "Get Current User" and "Get Current Application"; ids are read.
    const [user, application] = (await Promise.all([
      rest.get(Routes.user()),
      rest.get(Routes.currentApplication()),
    ])) as [RESTGetAPICurrentUserResult, RESTGetCurrentApplicationResult];
    const { team, owner } = application;
    const operators = team?.members.map((member) => member.user) ?? [owner];
    return {
      userId: user.id,
      applicationId: application.id,
      operatorIds: new Set(operators.flatMap((one) => one?.id ?? [])),
    };
  } catch (error) {
    throw loginFailure(error);
  }
};
