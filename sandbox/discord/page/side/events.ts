import { html, nothing, type TemplateResult } from 'lit';

import type { ShownEvent } from '../../shown-state.ts';
import { icon } from '../frame/icons.ts';
import { fullTime, momentText, timestampText } from '../message/times.ts';
import type { PageView } from '../view.ts';

const STATES: Readonly<Record<ShownEvent['status'], string>> = {
  scheduled: 'scheduled',
  active: 'now',
  completed: 'over',
  canceled: 'cancelled',
};

/** The events of the server: when, where, and their status. */
export function events(view: PageView): TemplateResult | typeof nothing {
  const all = view.server.events;
  if (all.length === 0) return nothing;
  const open = all.filter(({ status }) => status === 'scheduled' || status === 'active');
  return html`<details class="events" data-testid="events" open>
    <summary>
      ${icon('calendar')}<span>Events</span><span class="badge">${open.length}</span>
    </summary>
    <ul>
      ${all.map((event) => eventLine(event, view))}
    </ul>
  </details>`;
}

function eventLine(event: ShownEvent, { me, speech }: PageView): TemplateResult {
  const [start, end] = [Date.parse(event.startsAt), Date.parse(event.endsAt)];
  const title = `${fullTime(start, me.locale)} – ${fullTime(end, me.locale)}`;
  const until = event.status === 'active' ? end : start;
  return html`<li
    class="event ${event.status}"
    data-testid="event"
    data-event=${event.name}
    title=${event.description === null ? title : `${title}\n${event.description}`}
  >
    <strong>${event.name}</strong>
    <span class="event-state">${STATES[event.status]}</span>
    <small>
      <time datetime=${event.startsAt}>${momentText(start, me.locale)}</time>${
        event.status === 'scheduled' || event.status === 'active'
          ? html` ·
            ${event.status === 'active' ? 'ends ' : ''}${timestampText(until, 'R', me.locale, speech.now)}`
          : nothing
      }
    </small>
    <small class="event-place">${event.location}</small>
  </li>`;
}
