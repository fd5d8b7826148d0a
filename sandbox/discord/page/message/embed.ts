import type { APIEmbed, APIEmbedField } from 'discord-api-types/v10';
import { html, nothing, type TemplateResult } from 'lit';
import { styleMap } from 'lit/directives/style-map.js';

import { link, safeUrl } from './links.ts';
import { markdown } from './markdown.ts';
import { picture } from './picture.ts';
import type { Speech } from './speech.ts';
import { dayText, clockTime } from './times.ts';

/** An embed: a card with a coloured edge. */
export function embed(data: APIEmbed, speech: Speech): TemplateResult {
  const colour = data.color === undefined ? '' : `#${data.color.toString(16).padStart(6, '0')}`;
  return html`<article class="embed" style=${styleMap(colour === '' ? {} : { '--edge': colour })}>
    <div class="embed-body">
      ${author(data, speech)} ${title(data, speech)}
      ${
        data.description === undefined
          ? nothing
          : html`<div class="embed-text">${markdown(data.description, speech)}</div>`
      }
      ${fields(data.fields ?? [], speech)}
    </div>
    ${thumbnail(data)}
    ${data.image === undefined ? nothing : picture({ ...data.image, label: data.title ?? '' })}
    ${footer(data, speech)}
  </article>`;
}

function author({ author: by }: APIEmbed, speech: Speech): TemplateResult | typeof nothing {
  if (by === undefined) return nothing;
  const url = safeUrl(by.url);
  const image = safeUrl(by.icon_url);
  return html`<div class="embed-author">
    ${image === null ? nothing : html`<img src=${image} alt="" />`}
    ${url === null ? by.name : link(url, by.name, speech)}
  </div>`;
}

function title(data: APIEmbed, speech: Speech): TemplateResult | typeof nothing {
  if (data.title === undefined) return nothing;
  const url = safeUrl(data.url);
  const words = markdown(data.title, speech);
  return html`<div class="embed-title">${url === null ? words : link(url, words, speech)}</div>`;
}

function fields(list: readonly APIEmbedField[], speech: Speech): TemplateResult | typeof nothing {
  if (list.length === 0) return nothing;
  return html`<div class="embed-fields">
    ${list.map(
      ({ name, value, inline }) =>
        html`<div class=${inline === true ? 'field inline' : 'field'}>
          <div class="field-name">${markdown(name, speech)}</div>
          <div class="field-value">${markdown(value, speech)}</div>
        </div>`,
    )}
  </div>`;
}

function thumbnail(data: APIEmbed): TemplateResult | typeof nothing {
  const url = safeUrl(data.thumbnail?.url);
  return url === null ? nothing : html`<img class="embed-thumbnail" src=${url} alt="" />`;
}

function footer(data: APIEmbed, { locale }: Speech): TemplateResult | typeof nothing {
  const at = data.timestamp === undefined ? null : Date.parse(data.timestamp);
  const moment = at === null ? '' : `${dayText(at, locale)}, ${clockTime(at, locale)}`;
  const words = [data.footer?.text ?? '', moment].filter((part) => part !== '').join(' · ');
  if (words === '') return nothing;
  const image = safeUrl(data.footer?.icon_url);
  return html`<footer class="embed-footer">
    ${image === null ? nothing : html`<img src=${image} alt="" />`}${words}
  </footer>`;
}
