import { typesIn } from '../../domain/alerts/alert-types.ts';
import { allSettings, DEFAULT_SETTINGS, type AlertSettings } from '../../domain/alerts/settings.ts';
import { createMemo } from '../../lib/memo.ts';
import type { Row } from '../connection/schema.ts';

/** Cached by text, since most channels chose the same. */
const CACHE_CHARACTERS = 2_000_000;

const chosen = createMemo((json): AlertSettings => {
  try {
    return allSettings.parse(JSON.parse(json));
  } catch {
    return DEFAULT_SETTINGS;
  }
}, CACHE_CHARACTERS);

export const settingsIn = ({
  types,
  settings,
}: Pick<Row<'channels'>, 'types' | 'settings'>): AlertSettings => ({
  ...chosen.memo(settings),
  types: typesIn(types),
});
