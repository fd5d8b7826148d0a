import type { ComponentRequest, FormRequest, Services } from '../../src/discord/command.ts';
import { UserError } from '../../src/errors.ts';
import type { Form } from '../../src/render/forms.ts';
import type { MessageBody } from '../../src/render/message.ts';
import { PANEL_FORMS, panelForm, typedInForm } from '../../src/render/moderation/panel/forms.ts';
import { wordIn } from '../options/control-values.ts';
import { applyChange } from './changes.ts';
import { pageOf } from './controls.ts';
import { settingsFrom } from './settings.ts';
import { channelOnControl, panelOf } from './view.ts';

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
  const [which, key, page, shown = ''] = request.values;
  const channel = await channelOnControl(guildId, key, services);
  const typed = typedInForm(wordIn(PANEL_FORMS, which), shown, (field) => {
    const value = request.text(field) ?? request.chosen(field)?.[0];
    // A form of another version lacks it.
    if (value === undefined) throw new UserError('outdated-control');
    return value.trim();
  });
  const change = settingsFrom(typed, { guildId, now: services.now() });
  await applyChange(request, channel, { what: 'settings', change }, services);
  return await panelOf(request, channel, services, { page: pageOf(page) });
};
