import {
  type APISelectMenuComponent,
  type APITextInputComponent,
  ComponentType,
  TextInputStyle,
} from 'discord-api-types/v10';
import { html, nothing, type TemplateResult } from 'lit';

import { dialog } from './dialog.ts';
import { choicesOf, presetOf } from '../message/choices.ts';
import { markdown } from '../message/markdown.ts';
import type { Form } from '../state/page-state.ts';
import type { PageView } from '../view.ts';

interface Asked {
  readonly label: string;
  readonly description: string;
  readonly input: APITextInputComponent;
}

/** The form that a bot opened (a modal), over everything else. */
export function formDialog(view: PageView): TemplateResult | typeof nothing {
  const { form } = view.state;
  if (form === null) return nothing;
  const close = () => {
    view.act.speaking.closeForm();
  };
  return dialog({
    title: form.modal.title,
    body: parts(form, view),
    action: 'Submit',
    isBusy: form.sending,
    problem: form.problem,
    submit: (filled) => void view.act.speaking.submit(valuesIn(filled)),
    close,
  });
}

function parts({ modal }: Form, view: PageView): readonly TemplateResult[] {
  return modal.components.flatMap((part) => {
    switch (part.type) {
      case ComponentType.ActionRow:
        return part.components.map((input) =>
          textField({ label: labelOf(input), description: '', input }),
        );
      case ComponentType.Label: {
        const { label, description, component } = part;
        if (isChoice(component)) {
          return [choiceField(label, description ?? '', component, view)];
        }
        if (component.type !== ComponentType.TextInput) return [notDrawn(label)];
        return [textField({ label, description: description ?? '', input: component })];
      }
      case ComponentType.TextDisplay:
        return [html`<div class="form-text">${markdown(part.content, view.speech)}</div>`];
    }
  });
}

const CHOICES: ReadonlySet<ComponentType> = new Set([
  ComponentType.StringSelect,
  ComponentType.UserSelect,
  ComponentType.RoleSelect,
  ComponentType.MentionableSelect,
  ComponentType.ChannelSelect,
]);

function isChoice(part: { readonly type: ComponentType }): part is APISelectMenuComponent {
  return CHOICES.has(part.type);
}

function labelOf(input: APITextInputComponent): string {
  const { label }: { readonly label?: string | null } = input;
  return label ?? input.custom_id;
}

function textField({ label, description, input }: Asked): TemplateResult {
  const required = input.required ?? true;
  const common = { name: input.custom_id, least: input.min_length, most: input.max_length ?? 4000 };
  return html`<label class="form-field">
    <span>${label}${required ? html`<b aria-hidden="true"> *</b>` : nothing}</span>
    ${description === '' ? nothing : html`<small>${description}</small>`}
    ${
      input.style === TextInputStyle.Paragraph
        ? html`<textarea
            name=${common.name}
            rows="4"
            minlength=${common.least ?? nothing}
            maxlength=${common.most}
            placeholder=${input.placeholder ?? ''}
            ?required=${required}
            .value=${input.value ?? ''}
          ></textarea>`
        : html`<input
            name=${common.name}
            minlength=${common.least ?? nothing}
            maxlength=${common.most}
            placeholder=${input.placeholder ?? ''}
            ?required=${required}
            .value=${input.value ?? ''}
          />`
    }
  </label>`;
}

function choiceField(
  label: string,
  description: string,
  select: APISelectMenuComponent,
  { server }: PageView,
): TemplateResult {
  const most = select.max_values ?? 1;
  const preset = presetOf(select);
  return html`<label class="form-field">
    <span>${label}</span>
    ${description === '' ? nothing : html`<small>${description}</small>`}
    <select name=${select.custom_id} ?multiple=${most > 1} ?required=${select.required ?? true}>
      ${most > 1 ? nothing : html`<option value="">${select.placeholder ?? 'Choose'}</option>`}
      ${choicesOf(select, server).map(
        ({ value, label: name }) =>
          html`<option value=${value} ?selected=${preset.includes(value)}>${name}</option>`,
      )}
    </select>
  </label>`;
}

function notDrawn(label: string): TemplateResult {
  return html`<p class="form-text">“${label}”: this page draws text fields and lists only.</p>`;
}

/** What was filled in, by custom id: the text of an input, the chosen values of a select. */
function valuesIn(filled: HTMLFormElement): Record<string, string | readonly string[]> {
  const values: Record<string, string | readonly string[]> = {};
  for (const [name, value] of new FormData(filled)) {
    if (typeof value === 'string') values[name] = value;
  }
  for (const { name, selectedOptions } of filled.querySelectorAll('select')) {
    values[name] = [...selectedOptions].map(({ value }) => value).filter((value) => value !== '');
  }
  return values;
}
