import {
  Routes,
  TeamMemberMembershipState,
  TeamMemberRole,
  type APITeam,
  type APITeamMember,
  type REST,
  type RESTGetCurrentApplicationResult,
  type RESTGetAPICurrentUserResult,
} from 'discord.js';
import { loginFailure } from './wait-for-discord.ts';

/** The bot's ids, and its operators'. */
export interface Identity {
  /** Discord's id of the bot as a user. */
  readonly userId: string;
  /** The application that owns its commands. */
  readonly applicationId: string;
  /** The owner of the application; for a team also its developers. */
  readonly operatorIds: ReadonlySet<string>;
}

/** Team roles whose members may change the application. */
const DEVELOPS: ReadonlySet<string> = new Set([TeamMemberRole.Admin, TeamMemberRole.Developer]);

const mayDevelop = ({ membership_state, role }: APITeamMember): boolean =>
  membership_state === TeamMemberMembershipState.Accepted && DEVELOPS.has(role);

/** The owner has no role, and need not be a member. */
const operatorsOf = ({ owner_user_id, members }: APITeam): readonly string[] => [
  owner_user_id,
  ...members.filter(mayDevelop).map(({ user }) => user.id),
];

/**
 * Reads the bot's identity, so that a refused token is found before anything connects.
 * @throws an error whose message names the environment variable to fix
 */
export const readIdentity = async (rest: REST): Promise<Identity> => {
  try {
    // Discord's responses to "Get Current User" and "Get Current Application"; ids are read.
    const [user, application] = (await Promise.all([
      rest.get(Routes.user()),
      rest.get(Routes.currentApplication()),
    ])) as [RESTGetAPICurrentUserResult, RESTGetCurrentApplicationResult];
    const { team, owner } = application;
    const owners = owner === undefined ? [] : [owner.id];
    return {
      userId: user.id,
      applicationId: application.id,
      operatorIds: new Set(team ? operatorsOf(team) : owners),
    };
  } catch (error) {
    throw loginFailure(error);
  }
};
