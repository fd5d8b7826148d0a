import type { TypedChoice, Unclear } from '../errors.ts';
import type { Reader } from '../i18n/i18n.ts';
import { outside, shortened } from '../i18n/text.ts';
import { MESSAGE_ROWS_MAX } from '../discord/message-limits.ts';
import { buttonRow, menuRow } from './controls.ts';
import { entryChoice, matchChoice } from './lines/choices.ts';
import { withNote, type MessageBody } from './message.ts';

type Choices = Pick<Unclear, 'typed' | 'choices'>;

const shownIn = (reader: Reader, { shown }: TypedChoice): string => {
  if (typeof shown === 'string') return shown;
  return 'match' in shown ? matchChoice(reader, shown) : entryChoice(reader, shown);
};

/** A menu of what an unclear text may mean. */
export const menu = (
  reader: Reader,
  choices: readonly TypedChoice[],
  id: string,
  placeholder = reader.t('unclear.choose'),
) =>
  menuRow(
    id,
    placeholder,
    choices.map((choice) => ({ value: choice.value, label: shownIn(reader, choice) })),
  );

/** A button that opens a form once more. */
export const again = ({ t }: Reader, id: string) =>
  buttonRow({ id, label: t('panel.form.again'), style: 'primary' });

/** An answer that says whom a typed name was taken for, with a menu of the others where that fits. */
export const withMeant = (
  reader: Reader,
  body: MessageBody,
  { typed, choices: [meant, ...others] }: Choices,
  id: string,
): MessageBody => {
  if (meant === undefined) return body;
  const name = outside(shownIn(reader, meant), 100);
  const note = reader.t('unclear.meant', { typed: outside(typed, 100), name });
  const rows = body.components ?? [];
  const noted = withNote(body, note);
  if (noted === body || rows.length >= MESSAGE_ROWS_MAX) return body;
  return {
    ...noted,
    components: [
      ...rows,
      ...menu(reader, others, id, reader.t('unclear.others', { typed: shortened(typed, 60) })),
    ],
  };
};
