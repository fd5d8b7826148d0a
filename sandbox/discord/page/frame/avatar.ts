import { html, type TemplateResult } from 'lit';

const HUES = [12, 32, 84, 150, 184, 214, 262, 318] as const;

/** A face drawn from the name: initials on a colour that stays with the id. */
export function avatar(
  id: string,
  name: string,
  kind: 'person' | 'bot' = 'person',
): TemplateResult {
  const style = `--hue: ${hueOf(id)}`;
  return html`<span class="avatar ${kind}" style=${style} aria-hidden="true"
    >${kind === 'bot' ? racket : initials(name)}</span
  >`;
}

/** Up to two letters that stand for a name. */
export function initials(name: string): string {
  const words = name.split(/[\s._-]+/).filter((word) => word !== '');
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters.map((word) => Array.from(word ?? '?')[0]?.toUpperCase()).join('');
}

function hueOf(id: string): number {
  const sum = Array.from(id).reduce((total, digit) => (total * 31 + digit.charCodeAt(0)) % 997, 7);
  return HUES[sum % HUES.length] ?? HUES[0];
}

const racket = html`<svg viewBox="0 0 32 32" focusable="false">
  <path
    d="M16 5.5c4.9 0 8 3.3 8 7.6 0 4-3 6.4-5.2 7.6l-.9 6.3h-3.8l-.9-6.3C11 19.5 8 17.1 8 13.1 8 8.8 11.1 5.5 16 5.5z"
  />
  <g class="holes">
    <circle cx="13" cy="11" r="1" />
    <circle cx="16" cy="11" r="1" />
    <circle cx="19" cy="11" r="1" />
    <circle cx="13" cy="14.2" r="1" />
    <circle cx="16" cy="14.2" r="1" />
    <circle cx="19" cy="14.2" r="1" />
  </g>
</svg>`;
