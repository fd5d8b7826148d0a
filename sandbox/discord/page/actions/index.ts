import type { ControlApi } from '../control-api.ts';
import type { PageState } from '../state/page-state.ts';
import type { Store } from '../state/store.ts';
import { createComposing, type Composing } from './composing.ts';
import { createReading, type Reading, type ReadingOptions } from './reading.ts';
import { createSpeaking, type Speaking } from './speaking.ts';
import { createSteering, type Steering } from './steering.ts';

/** Everything that a view may trigger. */
export interface Actions {
  readonly reading: Reading;
  readonly speaking: Speaking;
  readonly composing: Composing;
  readonly steering: Steering;
}

/** All actions on one store and one control API. */
export function createActions(
  options: ReadingOptions & { readonly store: Store<PageState>; readonly api: ControlApi },
): Actions {
  const { store, api, now } = options;
  return {
    reading: createReading(options),
    speaking: createSpeaking(store, api),
    composing: createComposing(store, api),
    steering: createSteering(store, api, now),
  };
}
