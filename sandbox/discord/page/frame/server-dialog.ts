import { html, nothing, type TemplateResult } from 'lit';

import { SERVER_PERMISSIONS } from '../side/bot-permissions.ts';
import type { ServerTask } from '../state/page-state.ts';
import type { PageView } from '../view.ts';
import { dialog, type Dialog } from './dialog.ts';

type Asked = Pick<Dialog, 'title' | 'body' | 'action' | 'submit'> & Partial<Dialog>;

/** What is asked before something happens to the server. */
export function serverDialog(view: PageView): TemplateResult | typeof nothing {
  const { task, worldProblem } = view.state.shell;
  if (task === null) return nothing;
  const close = () => {
    view.act.steering.askFor(null);
  };
  return dialog({ problem: worldProblem, close, ...QUESTIONS[task](view) });
}

const QUESTIONS: Readonly<Record<ServerTask, (view: PageView) => Asked>> = {
  remove: ({ server, act }) => ({
    title: `Remove ${server.bot.username}?`,
    body: html`<p>
      It leaves ${server.guild.name} and hears nothing more from it. What it wrote stays. It can be
      invited again.
    </p>`,
    action: 'Remove the bot',
    isDangerous: true,
    submit: () => void act.steering.removeBot(),
  }),
  invite: ({ server, act }) => ({
    title: server.bot.isMember ? `Permissions of ${server.bot.username}` : 'Invite the bot',
    body: html`<p>
        ${
          server.bot.isMember
            ? 'What its role gives it in the whole server. What everyone may, it may too.'
            : `${server.bot.username} asks for these; take away what it is not to have.`
        }
      </p>
      <div class="ticks">
        ${SERVER_PERMISSIONS.map(
          ({ name, label }) =>
            html`<label
              ><input
                type="checkbox"
                name="permission"
                value=${name}
                .checked=${server.bot.permissions.includes(name)}
              />${label}</label
            >`,
        )}
      </div>`,
    action: server.bot.isMember ? 'Save' : 'Invite the bot',
    submit: (form) => void act.steering.inviteBot(ticked(form)),
  }),
  'create-channel': ({ server, act }) => ({
    title: 'New channel',
    body: html`${nameField('')}
      <label class="form-field">
        <span>Kind</span>
        <select name="type">
          <option value="text">Text</option>
          <option value="announcement">Announcements</option>
          <option value="forum">Forum</option>
        </select>
      </label>
      <label class="form-field">
        <span>Category</span>
        <select name="category">
          <option value="">None</option>
          ${server.channels
            .filter(({ type }) => type === CATEGORY)
            .map(({ id, name }) => html`<option value=${id}>${name}</option>`)}
        </select>
      </label>`,
    action: 'Create',
    submit: (form) => {
      void act.steering.createChannel({
        name: textIn(form, 'name'),
        type: KINDS.find((kind) => kind === textIn(form, 'type')) ?? 'text',
        ...(textIn(form, 'category') === '' ? {} : { category: textIn(form, 'category') }),
      });
    },
  }),
  'rename-channel': ({ channel, act }) => ({
    title: `Rename #${channel.name}`,
    body: nameField(channel.name),
    action: 'Rename',
    submit: (form) => void act.steering.renameChannel(channel.id, textIn(form, 'name')),
  }),
  'delete-channel': ({ channel, act }) => ({
    title: `Delete #${channel.name}?`,
    body: html`<p>With all its messages and threads. It cannot be brought back.</p>`,
    action: 'Delete',
    isDangerous: true,
    submit: () => void act.steering.deleteChannel(channel.id),
  }),
};

const CATEGORY = 4;
const KINDS = ['text', 'announcement', 'forum'] as const;

function nameField(value: string): TemplateResult {
  return html`<label class="form-field">
    <span>Name</span>
    <input name="name" maxlength="100" autocomplete="off" required .value=${value} />
  </label>`;
}

function textIn(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value : '';
}

function ticked(form: HTMLFormElement): readonly string[] {
  return new FormData(form).getAll('permission').filter((value) => typeof value === 'string');
}
