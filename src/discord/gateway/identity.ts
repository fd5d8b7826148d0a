import { Routes, type REST } from 'discord.js';
import { applicationWire, idIn } from '../rest/wire.ts';
import { loginFailure } from './wait-for-discord.ts';

export interface Identity {
  /** Discord's id of the bot as a user. */
  readonly userId: string;
  readonly applicationId: string;
  /** With which Discord signs its webhook events, hexadecimal; null where Discord names none. */
  readonly publicKey: string | null;
}

/**
 * Reads the bot's identity, so that a refused token is found before anything connects.
 * @throws an error whose message names the environment variable to fix
 */
export const readIdentity = async (rest: REST): Promise<Identity> => {
  try {
    const [user, application] = await Promise.all([
      rest.get(Routes.user()),
      rest.get(Routes.currentApplication()),
    ]);
    const { id: applicationId, verify_key } = applicationWire.parse(application);
    return {
      userId: idIn(user),
      applicationId,
      publicKey: verify_key ?? null,
    };
  } catch (error) {
    throw loginFailure(error);
  }
};
