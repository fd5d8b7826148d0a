import type { ComponentRequest, FormRequest, Services } from '../../src/discord/command.ts';
import { UserError } from '../../src/errors.ts';
import type { Form } from '../../src/render/forms.ts';
import type { MessageBody } from '../../src/render/message.ts';
import { PANEL_FORMS, panelForm, type PanelForm } from '../../src/render/moderation/panel/forms.ts';
import { wordIn } from '../options/control-values.ts';
import { applyChange } from './changes.ts';
import { pageOf } from './controls.ts';
import { settingsFromWords, type TypedSettings } from './set.ts';
import { isNone } from './typed-list.ts';
import { channelOnControl, panelOf } from './view.ts';

/** Reads the fields of a form. */
interface Fields {
  /** @param empty what an empty field stands for */
  readonly text: (field: string, empty: string) => string;
  readonly chosen: (field: string) => readonly string[];
}

/** @throws UserError for a form of another version, which lacks a field */
const fieldsOf = ({ text, chosen }: FormRequest): Fields => ({
  text: (field, empty) => sent(text(field)).trim() || empty,
  chosen: (field) => sent(chosen(field)),
});

const sent = <Value>(value: Value | null): Value => {
  if (value === null) throw new UserError('outdated-control');
  return value;
};

/** What is typed and chosen in each form, as the settings are read elsewhere. */
const TYPED: Readonly<Record<PanelForm, (fields: Fields) => TypedSettings>> = {
  quietForm: ({ text }) => {
    const hours = [text('from', ''), text('to', '')];
    // A typed 0 is midnight.
    const isNever = hours.every((each) => each === '' || (isNone(each) && each !== '0'));
    return { quiet: [isNever ? 'none' : hours.join(' - ')], zone: [text('zone', '')] };
  },
  limitsForm: ({ text, chosen }) => ({
    limit: [text('limit', '0')],
    delay: [text('delay', '0')],
    watchability: [text('watchability', '0')],
    moments: chosen('moments'),
  }),
  dailyForm: ({ text, chosen }) => ({
    remind: chosen('remind'),
    digest: [text('digest', 'none')],
  }),
};

export const opensForm = ([action]: readonly string[]): boolean =>
  PANEL_FORMS.some((which) => which === action);

/** The form of a panel's button. */
export const showForm = async (
  request: ComponentRequest,
  guildId: string,
  services: Services,
): Promise<Form> => {
  const [which, key, page] = request.values;
  const channel = await channelOnControl(guildId, key, services);
  return panelForm(request, wordIn(PANEL_FORMS, which), { channel, page: pageOf(page) });
};

/** Changes what a form is about, all of it or nothing, and shows the panel. */
export const submitForm = async (
  request: FormRequest,
  guildId: string,
  services: Services,
): Promise<MessageBody> => {
  const [which, key, page] = request.values;
  const channel = await channelOnControl(guildId, key, services);
  const typed = TYPED[wordIn(PANEL_FORMS, which)](fieldsOf(request));
  const change = settingsFromWords(typed, { guildId, now: services.now() });
  const changed = await applyChange(request, channel, change, services);
  return await panelOf(request, changed, services, { page: pageOf(page) });
};
