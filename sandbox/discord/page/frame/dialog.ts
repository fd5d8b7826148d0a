import { html, nothing, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';

import { icon } from './icons.ts';

export interface Dialog {
  readonly title: string;
  readonly body: TemplateResult | readonly TemplateResult[];
  /** The label of the confirm button. */
  readonly action: string;
  readonly isDangerous?: boolean;
  readonly isBusy?: boolean;
  readonly problem: string | null;
  readonly submit: (filled: HTMLFormElement) => void;
  readonly close: () => void;
}

/** A modal form with a confirm and a cancel button. */
export function dialog(asked: Dialog): TemplateResult {
  const { title, body, action, problem, close } = asked;
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    if (event.target instanceof HTMLFormElement) asked.submit(event.target);
  };
  return html`<dialog class="form" aria-label=${title} ${ref(openDialog)} @close=${close}>
    <form @submit=${send}>
      <header>
        <h2>${title}</h2>
        <button type="button" class="icon-button" aria-label="Close" @click=${close}>
          ${icon('close')}
        </button>
      </header>
      ${body} ${problem === null ? nothing : html`<p class="problem" role="alert">${problem}</p>`}
      <footer>
        <button type="button" class="button" @click=${close}>Cancel</button>
        <button
          class="button ${asked.isDangerous === true ? 'danger' : 'primary'}"
          aria-busy=${asked.isBusy === true ? 'true' : 'false'}
        >
          ${action}
        </button>
      </footer>
    </form>
  </dialog>`;
}

function openDialog(element: Element | undefined): void {
  if (!(element instanceof HTMLDialogElement)) return;
  // At this moment the element is not in the document yet, and only there a dialog can be opened.
  queueMicrotask(() => {
    if (element.isConnected && !element.open) element.showModal();
  });
}
