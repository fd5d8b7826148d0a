import type { APIAttachment } from 'discord-api-types/v10';
import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';

import { icon } from '../frame/icons.ts';
import { safeUrl } from './links.ts';
import { spoiler } from './markdown.ts';

export interface Picture {
  readonly url: string;
  readonly width?: number | null | undefined;
  readonly height?: number | null | undefined;
  /** The alternative text; a link needs a name, so without one it is a picture. */
  readonly label: string;
}

/** A picture that keeps its place while it loads, and opens in full on a click. */
export function picture({ url, width, height, label }: Picture): TemplateResult | typeof nothing {
  const address = safeUrl(url);
  if (address === null) return nothing;
  return html`<a class="picture" href=${address} target="_blank" rel="noopener noreferrer">
    <img
      src=${address}
      alt=${label === '' ? 'Picture' : label}
      width=${ifDefined(width ?? undefined)}
      height=${ifDefined(height ?? undefined)}
    />
  </a>`;
}

/** A file that came with a message: a picture, or a card to download it. */
export function attachment(file: APIAttachment): TemplateResult | typeof nothing {
  const url = safeUrl(file.url);
  if (url === null) return nothing;
  if (file.content_type?.startsWith('image/') === true) {
    if (file.filename.startsWith('SPOILER_')) return covered(url, file);
    return picture({ ...file, label: file.description ?? file.filename });
  }
  return html`<a class="file" href=${url} target="_blank" rel="noopener noreferrer">
    ${icon('file')}<span>${file.filename}</span><small>${sizeText(file.size)}</small>
  </a>`;
}

/** A picture under a cover, by the name of its file. */
function covered(url: string, { description, filename }: APIAttachment): TemplateResult {
  const image = html`<img src=${url} alt=${description ?? filename} />`;
  return html`<div class="picture">${spoiler([image])}</div>`;
}

function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1_048_576) return `${Math.round(bytes / 1024)} KB`;
  return `${(bytes / 1_048_576).toFixed(1)} MB`;
}
