import { html, nothing, type TemplateResult } from 'lit';

import type { CommandEntry } from '../command/catalogue.ts';
import type { PageView } from '../view.ts';
import { icon } from './icons.ts';

const WORTH_TRYING = ['live', 'h2h', 'follow'] as const;

/** On the first visit: three things to try, one click away. */
export function hint({ state, commands, act }: PageView): TemplateResult | typeof nothing {
  const tries = worthTrying(commands);
  const writing = state.composer.draft !== null;
  if (state.shell.hintDismissed || writing || tries.length === 0) return nothing;
  const dismiss = () => {
    act.steering.shell({ hintDismissed: true });
  };
  return html`<aside class="hint" aria-label="Things to try">
    <p>New here? Try one of these, or type <kbd>/</kbd> for all commands.</p>
    <div class="hint-tries">
      ${tries.map(
        (entry) =>
          html`<button
            class="hint-try"
            @click=${() => {
              act.composing.fill(`/${entry.path} `);
            }}
          >
            <strong>/${entry.label}</strong><span>${entry.description}</span>
          </button>`,
      )}
    </div>
    <button class="icon-button" aria-label="Dismiss these hints" @click=${dismiss}>
      ${icon('close')}
    </button>
  </aside>`;
}

function worthTrying(commands: readonly CommandEntry[]): readonly CommandEntry[] {
  const known = WORTH_TRYING.flatMap((name) => commands.find(({ path }) => path === name) ?? []);
  return known.length > 0 ? known : commands.slice(0, WORTH_TRYING.length);
}
