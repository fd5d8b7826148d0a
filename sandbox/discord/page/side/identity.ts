import { html, nothing, type TemplateResult } from 'lit';

import type { Person } from '../../shown-state.ts';
import { avatar } from '../frame/avatar.ts';
import { icon } from '../frame/icons.ts';
import type { PageView } from '../view.ts';

const languages = new Intl.DisplayNames(['en'], { type: 'language' });

/** The current person, and the switch to another. */
export function identity(view: PageView): TemplateResult {
  const { me, state, act } = view;
  const open = state.shell.identityOpen;
  const toggle = () => {
    act.steering.shell({ identityOpen: !open });
  };
  return html`<div class="identity">
    ${open ? choices(view) : nothing}
    <button
      class="identity-face"
      data-testid="identity"
      data-person=${me.username}
      aria-haspopup="menu"
      aria-expanded=${open ? 'true' : 'false'}
      title="Be somebody else: try things as a member and as a moderator"
      @click=${toggle}
    >
      ${avatar(me.id, me.displayName)}
      <span class="identity-words">
        <small>You are</small>
        <strong>${me.displayName}</strong>
        <small><span class="role ${me.role}">${me.role}</span> · ${languageOf(me)}</small>
      </span>
      ${icon('down')}
    </button>
  </div>`;
}

function choices({ server, me, act }: PageView): TemplateResult {
  return html`<div class="identity-list" role="menu" aria-label="Be somebody else">
    <p>Be somebody else</p>
    ${server.people.map((person) => {
      const become = () => void act.reading.become(person.id);
      return html`<button
        role="menuitemradio"
        aria-checked=${person.id === me.id ? 'true' : 'false'}
        data-person=${person.username}
        data-role=${person.role}
        @click=${become}
      >
        ${avatar(person.id, person.displayName)}
        <span class="identity-words">
          <strong>${person.displayName}</strong>
          <small>${languageOf(person)}</small>
        </span>
        <span class="role ${person.role}">${person.role}</span>
      </button>`;
    })}
  </div>`;
}

function languageOf({ locale }: Person): string {
  const { language } = new Intl.Locale(locale);
  return languages.of(language) ?? locale;
}
