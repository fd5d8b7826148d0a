import { DEFAULT_SETTINGS, type AlertSettings } from '#src/domain/alerts/settings.ts';
import { channelByKey, settingsColumns } from '#src/store/channels/channels.ts';
import { aPlayer, discordId } from '../store/rows.ts';
import { aPlayedMatch, aStage, settle, type Stage } from './stage.ts';

export const CHANNEL = discordId(1);

export const descriptionIn = ({ discord }: Stage): string =>
  discord.shownIn(CHANNEL)[0]?.body.embeds?.[0]?.description ?? '';

/** The kinds of the requests that Discord has received since the last call. */
export const requestsSince = ({ discord }: Stage): readonly string[] =>
  discord.requests.splice(0).map(({ kind }) => kind);

export const choose = async (stage: Stage, change: Partial<AlertSettings>): Promise<void> => {
  const channel = await channelByKey(stage.db(), 1);
  const settings = { ...(channel?.settings ?? DEFAULT_SETTINGS), ...change };
  await stage.db().updateTable('channels').set(settingsColumns(settings, Date.now())).execute();
  await stage.alerts().settingsChanged(1);
  await settle();
};

/** A channel that posts only a board, and a match that it follows. */
export const aBoard = async (change: Partial<AlertSettings> = {}) => {
  const stage = await aStage();
  const settings = { types: [], board: true, ...change };
  await stage.chosen(1, { settings }, aPlayer(1));
  const played = aPlayedMatch(stage);
  await played.isKnown();
  stage.alerts().wake();
  await settle();
  return { stage, played };
};
