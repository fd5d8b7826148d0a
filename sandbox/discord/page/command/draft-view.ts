import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';

import { icon } from '../frame/icons.ts';
import type { PageView } from '../view.ts';
import { type CommandDraft, type Field, optionsLeft, takesFile } from './draft.ts';
import { menuOf } from './menu.ts';
import { lineId, MENU_ID } from './menu-view.ts';
import { problemOf } from './problems.ts';

/** A command being typed: its name and its options as pills, each with a field of its own. */
export function draftLine(draft: CommandDraft, view: PageView): TemplateResult {
  const active = draft.fields[draft.active];
  const leave = () => {
    view.act.composing.leave();
  };
  return html`<div class="draft">
    <p class="draft-hint">
      <strong>/${draft.entry.label}</strong>
      ${active === undefined ? restHint(draft) : fieldHint(active)}
    </p>
    <div class="draft-line">
      <button class="draft-name" type="button" title="Leave this command" @click=${leave}>
        /${draft.entry.label}${icon('close')}
      </button>
      ${draft.fields.map((field, index) => pill(field, index, draft, view))}
      ${openPlace(draft, view)}
    </div>
  </div>`;
}

function fieldHint({ option }: Field): TemplateResult {
  return html`<span>
    <em>${option.label}</em> ${option.hint}${option.required === true ? '' : ' (optional)'}
  </span>`;
}

function restHint(draft: CommandDraft): TemplateResult {
  const left = optionsLeft(draft).length;
  const choice = left === 1 ? 'add one more option' : `choose one of ${left} more options`;
  const more = left === 0 ? '' : `, or ${choice}`;
  return html`<span>${draft.entry.description} <em>Enter</em> runs it${more}.</span>`;
}

function pill(field: Field, index: number, draft: CommandDraft, view: PageView): TemplateResult {
  const active = index === draft.active;
  const bad = !active && problemOf(field) !== null && field.text !== '';
  const { selected } = view.state.composer;
  const { length } = menuOf(view).items;
  const highlighted = selected >= 0 && selected < length ? lineId(selected) : null;
  const go = () => {
    if (!active) view.act.composing.go(index);
  };
  if (takesFile(field.option)) return filePill(field, active, go, view);
  return html`<label class="pill ${active ? 'active' : ''} ${bad ? 'bad' : ''}" @click=${go}>
    <span class="pill-name">${field.option.label}</span>
    <input
      data-testid=${active ? 'composer' : 'option-input'}
      data-option=${field.option.name}
      style="--letters: ${Math.max(field.text.length, 4)}"
      aria-label="${field.option.label}: ${field.option.hint}"
      aria-required=${field.option.required === true ? 'true' : 'false'}
      aria-invalid=${bad ? 'true' : 'false'}
      aria-controls=${active && length > 0 ? MENU_ID : nothing}
      aria-activedescendant=${active && highlighted !== null ? highlighted : nothing}
      .value=${live(field.text)}
      @focus=${go}
    />
  </label>`;
}

function filePill(
  { option, file }: Field,
  active: boolean,
  go: () => void,
  { act }: PageView,
): TemplateResult {
  const chosen = (event: Event) => {
    // What is typed is not its text: the browser shows a made-up path.
    event.stopPropagation();
    const [given] = event.target instanceof HTMLInputElement ? (event.target.files ?? []) : [];
    if (given !== undefined) void act.composing.attachFile(given);
  };
  return html`<label class="pill ${active ? 'active' : ''}" @click=${go}>
    <span class="pill-name">${option.label}</span>
    <span class="pill-file">${file?.filename ?? 'Choose a file'}</span>
    <input
      class="pill-picker"
      type="file"
      data-testid=${active ? 'composer' : 'option-input'}
      data-option=${option.name}
      aria-label="${option.label}: ${option.hint}"
      aria-required=${option.required === true ? 'true' : 'false'}
      @focus=${go}
      @input=${chosen}
    />
  </label>`;
}

function openPlace(draft: CommandDraft, view: PageView): TemplateResult {
  const left = optionsLeft(draft).length;
  const active = draft.active >= draft.fields.length;
  const go = () => {
    if (!active) view.act.composing.go(draft.fields.length);
  };
  return html`<input
    class="draft-rest"
    data-testid=${active ? 'composer' : 'option-rest'}
    placeholder=${left === 0 ? '' : `+${left} optional`}
    aria-label=${left === 0 ? 'Enter runs the command' : 'Further options'}
    .value=${live(draft.filter)}
    @focus=${go}
  />`;
}
