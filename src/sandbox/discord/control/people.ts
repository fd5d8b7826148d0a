import { Complaint } from '../complaint.ts';
import type { Person } from '../control-contract.ts';
import { MODERATOR_ROLE_ID, PEOPLE, type Account } from '../guild/accounts.ts';

const isModerator = ({ roleIds }: Account): boolean => roleIds.includes(MODERATOR_ROLE_ID);

/** A person as the control API shows them. */
export const presentPerson = (account: Account): Person => ({
  id: account.id,
  username: account.username,
  displayName: account.displayName,
  role: isModerator(account) ? 'moderator' : 'member',
  locale: account.locale,
});

/** A person named by id, username or role; a role means the first who has it. */
export const personNamed = (name: string): Account => {
  const person =
    PEOPLE.find(({ id, username }) => id === name || username === name) ??
    PEOPLE.find((account) => presentPerson(account).role === name);
  if (person !== undefined) return person;
  const known = PEOPLE.map(({ username }) => username).join(', ');
  throw new Complaint(
    `There is nobody called "${name}". Use member, moderator, or one of: ${known}`,
  );
};
