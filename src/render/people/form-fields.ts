import type { APIEmbedField } from 'discord-api-types/v10';
import { FIELD_MAX } from '../../discord/message-limits.ts';
import type { Appearance, Result } from '../../domain/people/form.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { resultLine, upcomingLine } from '../lines/appearance-line.ts';
import type { EventName } from '../lines/meeting-line.ts';
import { roadField, type Road } from './road.ts';
import { disambiguatedAppearances } from '../lines/disambiguation.ts';
import { joinedWithin } from '../lines/lines.ts';

export interface Form {
  /** Latest first; null when they could not be read. */
  readonly results: readonly Result[] | null;
  readonly next: Appearance | null;
  /** The UTC offset in minutes of the next match's venue; null when unknown. */
  readonly offset: number | null;
  /** In the draw of the next match; missing where chances are unknown. */
  readonly road?: Road;
}

export const FORM_LENGTH = 5;

/** The next match and the last results; says so when they could not be read. */
export const formFields = (reader: Reader, form: Form, eventName: EventName): APIEmbedField[] => {
  const { t } = reader;
  const coming = form.next === null ? [] : [form.next];
  const latest = (form.results ?? []).slice(0, FORM_LENGTH);
  const results = disambiguatedAppearances(latest, coming);
  const lines = results.map((result) => resultLine(reader, result, eventName));
  return [
    ...disambiguatedAppearances(coming, latest).map((next) => ({
      name: t('form.next'),
      value: upcomingLine(reader, next, eventName, form.offset),
    })),
    ...(form.road === undefined ? [] : [roadField(reader, form.road)]),
    {
      name: t('form.results'),
      value:
        results.length === 0
          ? t(form.results === null ? 'tournament.matchesUnread' : 'form.none')
          : joinedWithin(lines, FIELD_MAX),
    },
  ];
};
