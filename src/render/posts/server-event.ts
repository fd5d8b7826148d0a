import { EVENT_DESCRIPTION_MAX, EVENT_NAME_MAX } from '../../discord/message-limits.ts';
import type { TrackedMatch } from '../../domain/match/state.ts';
import type { Instant } from '../../domain/terms.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outsidePlain, shortened, withoutIsolates } from '../../i18n/text.ts';
import { matchContext } from '../lines/match-line.ts';
import { plainMatchName } from '../lines/names.ts';
import { dotted } from '../lines/lines.ts';

export interface EventText {
  /** Without isolates: an event is found by its name. */
  readonly name: string;
  readonly description: string;
  readonly location: string;
  readonly startsAt: Instant;
  readonly endsAt: Instant;
}

export const eventText = (
  { t }: Reader,
  held: TrackedMatch,
  startsAt: Instant,
  endsAt: Instant,
): EventText => ({
  name: shortened(withoutIsolates(plainMatchName(held.match)), EVENT_NAME_MAX),
  description: shortened(matchContext(t, held), EVENT_DESCRIPTION_MAX),
  location: outsidePlain(
    dotted([held.tournament?.name, held.match.court]) || t('draw.unknown'),
    EVENT_NAME_MAX,
  ),
  startsAt,
  endsAt,
});
