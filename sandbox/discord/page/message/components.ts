import {
  type APIButtonComponent,
  type APIComponentInContainer,
  type APIMessageTopLevelComponent,
  type APISectionAccessoryComponent,
  ButtonStyle,
  ComponentType,
} from 'discord-api-types/v10';
import { html, nothing, type TemplateResult } from 'lit';

import type { ShownMessage } from '../../shown-state.ts';
import { icon } from '../frame/icons.ts';
import { isBusy } from '../state/page-state.ts';
import type { PageView } from '../view.ts';
import { emojiText } from './emoji.ts';
import { link, safeUrl } from './links.ts';
import { markdown } from './markdown.ts';
import { attachment, picture } from './picture.ts';
import { selectMenu } from './select-menu.ts';

type Drawn = TemplateResult | typeof nothing | readonly (TemplateResult | typeof nothing)[];
type Component = APIMessageTopLevelComponent | APIComponentInContainer;

const LOOK: Readonly<Partial<Record<ButtonStyle, string>>> = {
  [ButtonStyle.Primary]: 'primary',
  [ButtonStyle.Success]: 'success',
  [ButtonStyle.Danger]: 'danger',
};

/** The components of a message, from rows of buttons to the containers of "Components V2". */
export function components(message: ShownMessage, view: PageView): Drawn {
  return (message.components ?? []).map((each) => html`${component(each, message, view)}`);
}

function component(part: Component, message: ShownMessage, view: PageView): Drawn {
  switch (part.type) {
    case ComponentType.ActionRow:
      return html`<div class="action-row">
        ${part.components.map((each) =>
          each.type === ComponentType.Button
            ? button(each, message, view)
            : selectMenu(each, message, view),
        )}
      </div>`;
    case ComponentType.TextDisplay:
      return html`<div class="text-display">${markdown(part.content, view.speech)}</div>`;
    case ComponentType.Section:
      return html`<div class="section">
        <div>${part.components.map((each) => component(each, message, view))}</div>
        ${accessory(part.accessory, message, view)}
      </div>`;
    case ComponentType.Container: {
      const colour = part.accent_color ?? null;
      const edge = colour === null ? '' : `--edge: #${colour.toString(16).padStart(6, '0')}`;
      return html`<div class="container" style=${edge}>
        ${part.components.map((each) => component(each, message, view))}
      </div>`;
    }
    case ComponentType.Separator:
      return html`<hr class=${part.divider === false ? 'gap' : 'rule'} />`;
    case ComponentType.MediaGallery:
      return html`<div class="gallery">
        ${part.items.map(({ media, description }) =>
          picture({ ...media, label: description ?? '' }),
        )}
      </div>`;
    case ComponentType.File: {
      const { url } = part.file;
      const file = message.attachments.find((each) => each.url === url);
      return file === undefined ? nothing : attachment(file);
    }
  }
}

function accessory(
  part: APISectionAccessoryComponent,
  message: ShownMessage,
  view: PageView,
): Drawn {
  if (part.type === ComponentType.Button) return button(part, message, view);
  return picture({ ...part.media, label: part.description ?? '' });
}

function button(part: APIButtonComponent, message: ShownMessage, view: PageView): Drawn {
  if (part.style === ButtonStyle.Premium) return nothing;
  const emoji = emojiText(part.emoji);
  const face = html`${
    emoji === '' ? nothing : html`<span class="emoji">${emoji}</span>`
  }${part.label ?? ''}`;
  if (part.style === ButtonStyle.Link) {
    const url = safeUrl(part.url);
    const words = html`${face}${icon('out')}`;
    return url === null ? nothing : link(url, words, view.speech, 'button');
  }
  const id = part.custom_id;
  const busy = view.state.pressing.has(`${message.id}/${id}`);
  const press = () => void view.act.speaking.press(message.id, id);
  return html`<button
    class="button ${LOOK[part.style] ?? ''}"
    data-custom-id=${id}
    ?disabled=${part.disabled === true}
    aria-disabled=${isBusy(view.state, message.id) ? 'true' : 'false'}
    aria-busy=${busy ? 'true' : 'false'}
    @click=${press}
  >
    ${face}
  </button>`;
}
