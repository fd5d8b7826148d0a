import { html, nothing, type TemplateResult } from 'lit';

import type { World } from '../../shown-state.ts';
import { icon } from '../frame/icons.ts';
import { worldTime, type WorldSnapshot } from '../state/page-state.ts';
import type { PageView } from '../view.ts';
import { segments, toggle } from './controls.ts';
import { discordFaults } from './discord-faults.ts';
import { serverControls } from './server-controls.ts';

const SPEEDS = [0, 1, 5, 20, 60] as const;

const API_STATES = {
  ok: { label: 'OK', seen: 'The padel data service answers as it should.' },
  slow: { label: 'Slow', seen: 'Answers take ten seconds: commands answer from what is known.' },
  busy: {
    label: 'Busy',
    seen: 'The minute’s requests are used up (429): older data, and it says so.',
  },
  errors: { label: 'Errors', seen: 'Every request fails with 500: a sentence, never a stack.' },
  down: { label: 'Down', seen: 'Nobody answers: commands say so, the live feed goes on.' },
} as const satisfies Record<World['api'], { readonly label: string; readonly seen: string }>;

const clock = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** The panel that steers the padel service, and describes the effects. */
export function worldPanel(view: PageView): TemplateResult {
  const { state, act, server } = view;
  const { worldProblem } = state.shell;
  const hide = () => {
    act.steering.shell({ worldOpen: false, drawer: 'none' });
  };
  return html`<section class="world" data-testid="world" aria-label="The world">
    <header class="world-title">
      ${icon('globe')}
      <h2>The world</h2>
      <button class="icon-button" aria-label="Hide the world" @click=${hide}>
        ${icon('close')}
      </button>
    </header>
    <div class="world-body">
      ${worldProblem === null ? nothing : html`<p class="problem" role="alert">${worldProblem}</p>`}
      ${server.hasWorld && state.world !== null ? padelWorld(state.world, view) : nothing}
      ${discordFaults(view)} ${serverControls(view)}
    </div>
  </section>`;
}

function padelWorld(reading: WorldSnapshot, { state, act }: PageView): TemplateResult {
  const { world } = reading;
  const { steer } = act.steering;
  return html`<div class="world-clock">
      <time>${clock.format(worldTime(reading, state.now))}</time>
      <span>${world.tournament ?? 'No tournament today'}</span>
      <span class=${world.liveMatches > 0 ? 'live' : 'quiet'}>
        ${world.liveMatches === 0 ? 'no match in play' : `${world.liveMatches} in play`}
      </span>
    </div>
    ${segments({
      label: 'Speed',
      seen: world.speed === 0 ? 'Time stands still.' : 'How fast points fall.',
      current: world.speed,
      options: SPEEDS.map((speed) => ({
        value: speed,
        label: speed === 0 ? 'Pause' : `${speed}×`,
      })),
      choose: (speed) => void steer({ speed }),
    })}
    <div class="control">
      <button class="button wide" @click=${() => void steer({ nextMatch: true })}>
        ${icon('next')} Jump to the next match
      </button>
      <p class="seen">Where it is followed, its start is posted and pings.</p>
    </div>
    ${toggle({
      label: 'Live feed',
      on: world.feed !== 'unplugged',
      seen:
        world.feed !== 'unplugged'
          ? 'Points arrive as they are played.'
          : 'Unplugged: the bot asks over HTTP instead, and cards lag behind.',
      flip: (on) => void steer({ feed: on ? 'connected' : 'unplugged' }),
    })}
    ${segments({
      label: 'Padel data service',
      seen: API_STATES[world.api].seen,
      current: world.api,
      options: API_ORDER.map((value) => ({ value, label: API_STATES[value].label })),
      choose: (api) => void steer({ api }),
    })}`;
}

const API_ORDER = ['ok', 'slow', 'busy', 'errors', 'down'] as const;
