import { html, nothing, type TemplateResult } from 'lit';

export interface Segments<T> {
  readonly label: string;
  /** One line on what will be seen. */
  readonly seen: string;
  readonly current: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly choose: (value: T) => void;
}

/** A choice of one among a few, all in sight. */
export function segments<T extends string | number>(control: Segments<T>): TemplateResult {
  return html`<div class="control" role="group" aria-label=${control.label}>
    <h4>${control.label}</h4>
    <div class="segments">
      ${control.options.map(
        ({ value, label }) =>
          html`<button
            data-value=${value}
            aria-pressed=${value === control.current ? 'true' : 'false'}
            @click=${() => {
              control.choose(value);
            }}
          >
            ${label}
          </button>`,
      )}
    </div>
    <p class="seen">${control.seen}</p>
  </div>`;
}

export interface Toggle {
  readonly label: string;
  readonly on: boolean;
  /** One line on what will be seen; nothing where it goes without saying. */
  readonly seen: string;
  readonly flip: (on: boolean) => void;
}

/** Something that is on or off. */
export function toggle({ label, on, seen, flip }: Toggle): TemplateResult {
  const change = () => {
    flip(!on);
  };
  return html`<div class="control">
    <button class="toggle" role="switch" aria-checked=${on ? 'true' : 'false'} @click=${change}>
      <span>${label}</span><span class="knob" aria-hidden="true"></span>
    </button>
    ${seen === '' ? nothing : html`<p class="seen">${seen}</p>`}
  </div>`;
}
