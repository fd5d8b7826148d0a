import type { ComponentRequest, FormRequest, Services } from '../../src/discord/command.ts';
import { UserError } from '../../src/errors.ts';
import type { Form } from '../../src/render/forms.ts';
import type { MessageBody } from '../../src/render/message.ts';
import {
  asInFormId,
  PANEL_FORMS,
  panelForm,
  type PanelForm,
} from '../../src/render/moderation/panel/forms.ts';
import { wordIn } from '../options/control-values.ts';
import { applyChange } from './changes.ts';
import { pageOf } from './controls.ts';
import { settingsFrom, type ChosenSettings } from './settings.ts';
import { channelOnControl, panelOf } from './view.ts';

/** The settings of each form, with their fields in the form's order. */
const SETTINGS_OF: Readonly<Record<PanelForm, readonly (readonly [string, ...string[]])[]>> = {
  quietForm: [
    ['quiet', 'from', 'to'],
    ['zone', 'zone'],
    ['delay', 'delay'],
  ],
  dailyForm: [
    ['remind', 'remind'],
    ['digest', 'digest'],
  ],
};

/** @throws UserError for a form of another version, which lacks the field */
const valueIn = ({ text, chosen }: FormRequest, field: string): string => {
  const value = text(field) ?? chosen(field)?.[0];
  if (value === undefined) throw new UserError('outdated-control');
  return value.trim();
};

/** What was typed and chosen, of the settings of which a field was touched. */
const typedIn = (which: PanelForm, request: FormRequest): ChosenSettings => {
  const shown = (request.values[3] ?? '').split('|');
  const all = SETTINGS_OF[which].flatMap(([, ...fields]) => fields);
  const isTouched = (field: string): boolean =>
    asInFormId(valueIn(request, field)) !== shown[all.indexOf(field)];
  return SETTINGS_OF[which]
    .filter(([, ...fields]) => fields.some(isTouched))
    .map(([setting, ...fields]) => [setting, fields.map((field) => valueIn(request, field))]);
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
  const typed = typedIn(wordIn(PANEL_FORMS, which), request);
  const change = settingsFrom(typed, { guildId, now: services.now() });
  await applyChange(request, channel, { what: 'settings', change }, services);
  return await panelOf(request, channel, services, { page: pageOf(page) });
};
