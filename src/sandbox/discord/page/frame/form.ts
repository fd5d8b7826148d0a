import { ComponentType, TextInputStyle, type APITextInputComponent } from 'discord-api-types/v10';
import { html, nothing, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';

import { icon } from './icons.ts';
import { markdown } from '../message/markdown.ts';
import type { Form } from '../state/page-state.ts';
import type { View } from '../view.ts';

interface Asked {
  readonly label: string;
  readonly description: string;
  readonly input: APITextInputComponent;
}

/** The form that a bot opened (a modal), over everything else. */
export function formDialog(view: View): TemplateResult | typeof nothing {
  const { form } = view.state;
  if (form === null) return nothing;
  const close = () => {
    view.act.speaking.closeForm();
  };
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    if (event.target instanceof HTMLFormElement) {
      void view.act.speaking.submit(valuesIn(new FormData(event.target)));
    }
  };
  return html`<dialog
    class="form"
    aria-label=${form.modal.title}
    ${ref(openDialog)}
    @close=${close}
  >
    <form @submit=${send}>
      <header>
        <h2>${form.modal.title}</h2>
        <button type="button" class="icon-button" aria-label="Close" @click=${close}>
          ${icon('close')}
        </button>
      </header>
      ${parts(form, view)}
      ${form.problem === null ? nothing : html`<p class="problem" role="alert">${form.problem}</p>`}
      <footer>
        <button type="button" class="button" @click=${close}>Cancel</button>
        <button class="button primary" aria-busy=${form.sending ? 'true' : 'false'}>Submit</button>
      </footer>
    </form>
  </dialog>`;
}

function parts({ modal }: Form, view: View): readonly TemplateResult[] {
  return modal.components.flatMap((part) => {
    switch (part.type) {
      case ComponentType.ActionRow:
        return part.components.map((input) =>
          textField({ label: labelOf(input), description: '', input }),
        );
      case ComponentType.Label: {
        const { label, description, component } = part;
        if (component.type !== ComponentType.TextInput) return [notDrawn(label)];
        return [textField({ label, description: description ?? '', input: component })];
      }
      case ComponentType.TextDisplay:
        return [html`<div class="form-text">${markdown(part.content, view.speech)}</div>`];
    }
  });
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

function notDrawn(label: string): TemplateResult {
  return html`<p class="form-text">“${label}”: this page draws text fields only.</p>`;
}

function valuesIn(data: FormData): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of data) if (typeof value === 'string') values[name] = value;
  return values;
}

function openDialog(element: Element | undefined): void {
  if (!(element instanceof HTMLDialogElement)) return;
  // At this moment the element is not in the document yet, and only there a dialog can be opened.
  queueMicrotask(() => {
    if (element.isConnected && !element.open) element.showModal();
  });
}
