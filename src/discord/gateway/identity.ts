import { Routes, TeamMemberMembershipState, TeamMemberRole, type REST } from 'discord.js';
import { applicationWire, idIn, type TeamWire } from '../rest/wire.ts';
import { loginFailure } from './wait-for-discord.ts';

export interface Identity {
  /** Discord's id of the bot as a user. */
  readonly userId: string;
  readonly applicationId: string;
  /** With which Discord signs its webhook events, hexadecimal; null where Discord names none. */
  readonly publicKey: string | null;
  /** The owner of the application; for a team also its developers. */
  readonly operatorIds: ReadonlySet<string>;
}

/** Team roles whose members may change the application. */
const DEVELOPS: ReadonlySet<string> = new Set([TeamMemberRole.Admin, TeamMemberRole.Developer]);

const ACCEPTED: number = TeamMemberMembershipState.Accepted;

const mayDevelop = ({ membership_state, role }: TeamWire['members'][number]): boolean =>
  membership_state === ACCEPTED && DEVELOPS.has(role);

/** The owner has no role, and need not be a member. */
const operatorsOf = ({ owner_user_id, members }: TeamWire): readonly string[] => [
  owner_user_id,
  ...members.filter(mayDevelop).map(({ user }) => user.id),
];

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
    const { id: applicationId, team, owner, verify_key } = applicationWire.parse(application);
    const owners = owner === undefined ? [] : [owner.id];
    return {
      userId: idIn(user),
      applicationId,
      publicKey: verify_key ?? null,
      operatorIds: new Set(team ? operatorsOf(team) : owners),
    };
  } catch (error) {
    throw loginFailure(error);
  }
};
