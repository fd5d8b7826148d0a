import type { StoredSettingChange } from '#src/domain/alerts/setting-changes.ts';
import { changesOf } from '#src/store/channels/setting-changes.ts';
import type { Db } from '#src/store/connection/database.ts';

/** All changes of a server, the oldest first. */
export const changesOfGuild = async (
  db: Db,
  guildId: string,
): Promise<readonly StoredSettingChange[]> => {
  const all: StoredSettingChange[] = [];
  for await (const page of changesOf(db, { guildId })) all.push(...page);
  return all.toReversed();
};
