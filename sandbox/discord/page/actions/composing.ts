import { recogniseCommand } from '../command/catalogue.ts';
import {
  activate,
  activeOption,
  addOption,
  attach,
  startDraft,
  stepBack,
  take,
  write,
} from '../command/draft.ts';
import { completionQuery, type MenuItem, menuOf } from '../command/menu.ts';
import { type ControlApi, Refused } from '../control-api.ts';
import { EMPTY_COMPOSER, type Composer, type PageState } from '../state/page-state.ts';
import { type Scene, sceneOf } from '../state/select.ts';
import type { Store } from '../state/store.ts';

export type Composing = ReturnType<typeof createComposing>;

/** A person types faster than this; the bot is asked after a pause. */
const ASK_AFTER_MS = 120;

/** Writing in the composer: plain text, or a command field by field. */
export function createComposing(store: Store<PageState>, api: ControlApi) {
  let asking: ReturnType<typeof setTimeout> | undefined;

  /** Changes the composer, highlights the line that Enter would take, asks the bot if need be. */
  function compose(change: (composer: Composer, scene: Scene) => Partial<Composer>): void {
    store.update((state) => {
      const scene = sceneOf(state);
      if (scene === null) return state;
      const composer = { ...state.composer, problem: null, closed: false };
      const next = { ...state, composer: { ...composer, ...change(composer, scene) } };
      const after = sceneOf(next);
      if (after === null) return next;
      return { ...next, composer: { ...next.composer, selected: menuOf(after).preselected } };
    });
    askSoon();
  }

  function askSoon(): void {
    const { composer } = store.get();
    const query = completionQuery(composer);
    if (query !== null && query === composer.remote?.query) return;
    clearTimeout(asking);
    if (query === null) return;
    store.update((state) => ({
      ...state,
      composer: {
        ...state.composer,
        remote: { query, items: state.composer.remote?.items ?? [], asking: true },
      },
    }));
    asking = setTimeout(() => void ask(query), ASK_AFTER_MS);
  }

  async function ask(query: string): Promise<void> {
    const { meId, channelId } = store.get();
    if (meId === null || channelId === null) return;
    const answer = await api
      .autocomplete({ as: meId, channel: channelId, command: query })
      .catch((error: unknown) => {
        if (error instanceof Refused) return { choices: [], problem: error.message };
        throw error;
      });
    store.update((state) => {
      // Answers to an older query are dropped after further typing.
      if (state.composer.remote?.query !== query) return state;
      const items = answer.choices.map(({ name }) => ({ label: name, text: name, hint: '' }));
      const problem = 'problem' in answer ? answer.problem : state.composer.problem;
      const next = {
        ...state,
        composer: { ...state.composer, problem, remote: { query, items, asking: false } },
      };
      const scene = sceneOf(next);
      const selected = scene === null ? -1 : menuOf(scene).preselected;
      return { ...next, composer: { ...next.composer, selected } };
    });
  }

  function type(text: string): void {
    compose((composer, { commands }) => {
      if (composer.draft !== null) {
        const draft = write(composer.draft, text);
        const moved = activeOption(draft) !== activeOption(composer.draft);
        return { draft, focus: composer.focus + (moved ? 1 : 0) };
      }
      const found = recogniseCommand(commands, text);
      if (found === null) return { text };
      return {
        text: '',
        draft: startDraft(found.entry, found.rest),
        focus: composer.focus + 1,
      };
    });
  }

  function takeItem(item: MenuItem): void {
    compose(({ draft, focus }) => {
      if (item.kind === 'command') {
        return { text: '', draft: startDraft(item.entry), focus: focus + 1 };
      }
      if (draft === null) return {};
      const next =
        item.kind === 'option' ? addOption(draft, item.option) : take(draft, item.suggestion.text);
      return { draft: next, remote: null, focus: focus + 1 };
    });
  }

  /** Puts a file into the field that is written in. */
  async function attachFile(chosen: File): Promise<void> {
    const { name: filename, type: contentType } = chosen;
    const content = await base64Of(chosen);
    const file = { filename, content, ...(contentType === '' ? {} : { contentType }) };
    compose(({ draft, focus }) =>
      draft === null ? {} : { draft: attach(draft, file), focus: focus + 1 },
    );
  }

  return {
    type,
    attachFile,
    takeItem,
    /** Puts a line into the composer as if it had been typed. */
    fill: (text: string) => {
      store.update((state) => ({
        ...state,
        composer: { ...EMPTY_COMPOSER, focus: state.composer.focus + 1 },
      }));
      type(text);
    },
    go: (index: number) => {
      compose(({ draft, focus }) =>
        draft === null ? {} : { draft: activate(draft, index), remote: null, focus: focus + 1 },
      );
    },
    back: () => {
      compose(({ draft, focus }) => {
        if (draft === null) return {};
        const before = stepBack(draft);
        const text = before === null ? `/${draft.entry.path}` : '';
        return { draft: before, text, remote: null, focus: focus + 1 };
      });
    },
    leave: () => {
      compose(({ focus }) => ({ ...EMPTY_COMPOSER, focus: focus + 1 }));
    },
    highlight: (selected: number) => {
      store.update((state) => ({ ...state, composer: { ...state.composer, selected } }));
    },
    closeMenu: () => {
      store.update((state) => ({ ...state, composer: { ...state.composer, closed: true } }));
    },
    complain: (problem: string) => {
      store.update((state) => ({ ...state, composer: { ...state.composer, problem } }));
    },
  };
}

/** What stands behind the comma of a data URL. */
function base64Of(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      const { result } = reader;
      resolve(typeof result === 'string' ? result.slice(result.indexOf(',') + 1) : '');
    });
    reader.addEventListener('error', () => {
      reject(reader.error ?? new Error('the file cannot be read'));
    });
    reader.readAsDataURL(file);
  });
}
