import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';

import { icon } from '../frame/icons.ts';
import { channelTitle, isDirect } from '../side/channel-groups.ts';
import type { Run } from '../state/page-state.ts';
import { visibleMessages } from '../state/select.ts';
import type { PageView } from '../view.ts';
import { arrange } from './arrange.ts';
import { messageRow } from './message.ts';
import { dayText } from './times.ts';

/** The channel's messages, oldest first, and below them the pending commands. */
export function messageList(view: PageView): TemplateResult {
  const { state, channel, me } = view;
  const loaded = state.history.has(channel.id);
  const rows = arrange(visibleMessages(view));
  const runs = state.runs.filter((run) => run.channelId === channel.id && run.personId === me.id);
  return html`<ol class="messages" aria-busy=${loaded ? 'false' : 'true'}>
    ${loaded ? beginning(view, rows.length === 0) : nothing}
    ${repeat(
      rows,
      ({ message }) => message.id,
      (row) =>
        html`${row.startsDay ? day(row.message.timestamp, me.locale) : nothing}
        ${messageRow(row, view)}`,
    )}
    ${runs.map((run) => runLine(run, view))}
  </ol>`;
}

function beginning({ channel, server, me }: PageView, empty: boolean): TemplateResult {
  const title = channelTitle(channel, me, server);
  return html`<li class="beginning">
    <h2>${title}</h2>
    <p>
      ${channel.topic ?? `The beginning of ${title}${isDirect(channel) ? '' : ` in ${server.guild.name}`}.`}
    </p>
    ${empty ? html`<p>Nothing has been said here yet.</p>` : nothing}
  </li>`;
}

function day(timestamp: string, locale: string): TemplateResult {
  return html`<li class="day">
    <span>${dayText(Date.parse(timestamp), locale)}</span>
  </li>`;
}

function runLine(run: Run, { act, server }: PageView): TemplateResult {
  const dismiss = () => {
    act.speaking.dismissRun(run.id);
  };
  if (run.problem === null) {
    return html`<li class="run">
      <span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>
      <span role="status"
        ><code>${run.command}</code> is on its way to ${server.bot.username}…</span
      >
    </li>`;
  }
  return html`<li class="run failed">
    ${icon('warn')}<span role="alert"><code>${run.command}</code> ${run.problem}</span>
    <button class="link" @click=${dismiss}>Dismiss</button>
  </li>`;
}
