import type { Logger } from '../../lib/logger.ts';
import { withTimeout } from '../../lib/with-timeout.ts';
import type { ChannelPlace, OwnView, Services } from '../command.ts';
import type { Interaction } from './interaction.ts';
import { commandUserOf, type RequestContext } from './request.ts';

/** Together with the second before deferring, this stays below Discord's three seconds. */
const TIMEOUT_MS = 1_000;

/** While the database cannot be read, nothing is spoiled: in a guarded channel, and with hidden scores. */
export const UNKNOWN_PLACE: ChannelPlace = { locale: null, isGuarded: true };
export const UNKNOWN_VIEW: OwnView = { locale: null, hidesScores: true };

export interface InteractionSettings {
  readonly place: ChannelPlace;
  readonly view: OwnView;
}

type Sources = RequestContext & { readonly services: Pick<Services, 'placeOf' | 'viewOf'> };

/** The settings of the channel that affect an answer there. */
const placeOf = async (interaction: Interaction, sources: Sources, log: Logger) => {
  const { channelId, parentId } = commandUserOf(interaction, sources);
  try {
    return await withTimeout(sources.services.placeOf({ channelId, parentId }), TIMEOUT_MS);
  } catch (error) {
    log.error({ err: error, channelId }, 'channel settings unreadable, answer is private');
    return UNKNOWN_PLACE;
  }
};

/** How the user wants their own answers. Never throws. */
export const viewOf = async (
  { userId }: Pick<Interaction, 'userId'>,
  { services }: Pick<Sources, 'services'>,
  log: Logger,
): Promise<OwnView> => {
  try {
    return await withTimeout(services.viewOf(userId), TIMEOUT_MS);
  } catch (error) {
    log.error({ err: error }, 'settings of a member unreadable, scores are hidden');
    return UNKNOWN_VIEW;
  }
};

/** What channel and user have set for an answer, read together; the safe choice when that fails. */
export const settingsFor = async (
  interaction: Interaction,
  sources: Sources,
  log: Logger,
): Promise<InteractionSettings> => {
  const [place, view] = await Promise.all([
    placeOf(interaction, sources, log),
    viewOf(interaction, sources, log),
  ]);
  return { place, view };
};
