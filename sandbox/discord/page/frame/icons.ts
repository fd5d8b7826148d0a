import { html, svg, type SVGTemplateResult, type TemplateResult } from 'lit';

const SHAPES = {
  hash: svg`<path d="M9.5 4 7.5 20M16.5 4l-2 16M4.5 9h16M3.5 15h16" />`,
  at: svg`<circle cx="12" cy="12" r="3.6" /><path d="M15.6 8.4v5a2.5 2.5 0 0 0 5 0V12a8.6 8.6 0 1 0-3.4 6.8" />`,
  horn: svg`<path d="M4 10v4h3l8 4V6l-8 4H4zM18.5 9.5a4 4 0 0 1 0 5" />`,
  posts: svg`<path d="M4 5h13v9H9l-3 3v-3H4zM20 9v8h-2v3l-3-3h-4" />`,
  calendar: svg`<path d="M4 6h16v14H4zM4 10.5h16M8.5 3.5V8M15.5 3.5V8" />`,
  thread: svg`<path d="M6 4v8a3 3 0 0 0 3 3h10M15 11l4 4-4 4" />`,
  globe: svg`<circle cx="12" cy="12" r="8.5" /><path d="M3.5 12h17M12 3.5c3 2.6 3 14.4 0 17M12 3.5c-3 2.6-3 14.4 0 17" />`,
  menu: svg`<path d="M4 7h16M4 12h16M4 17h16" />`,
  close: svg`<path d="m6 6 12 12M18 6 6 18" />`,
  down: svg`<path d="m6 9 6 6 6-6" />`,
  send: svg`<path d="M4 12 20 4l-5 16-4-7-7-1z" />`,
  eye: svg`<path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" /><circle cx="12" cy="12" r="2.8" />`,
  reply: svg`<path d="M5 19v-5a4 4 0 0 1 4-4h10" />`,
  out: svg`<path d="M14 4h6v6M20 4l-9 9M18 14v6H4V6h6" />`,
  file: svg`<path d="M6 3h8l4 4v14H6zM14 3v4h4" />`,
  next: svg`<path d="M5 5v14l9-7zM18 5v14" />`,
  warn: svg`<path d="M12 4 2.5 20h19zM12 10v5M12 17.5v.5" />`,
  pin: svg`<path d="M9 4h6l-1 6 3 3H7l3-3zM12 13v7" />`,
  plus: svg`<path d="M12 5v14M5 12h14" />`,
} as const satisfies Record<string, SVGTemplateResult>;

export type IconName = keyof typeof SHAPES;

/** A line icon in the colour of the text around it; decoration only, so hidden from readers. */
export function icon(name: IconName): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    ${SHAPES[name]}
  </svg>`;
}
