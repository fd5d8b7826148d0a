import type { Answer, SubmitRequest } from '../../control-contract.ts';
import { filesOf, lineOf, type CommandDraft } from '../command/draft.ts';
import { firstProblem } from '../command/problems.ts';
import { type ControlApi, Refused, Unreachable } from '../control-api.ts';
import { keepMessage } from '../state/events.ts';
import {
  EMPTY_COMPOSER,
  isBusy,
  type PageState,
  type Picker,
  type Run,
} from '../state/page-state.ts';
import type { Store } from '../state/store.ts';

export type Speaking = ReturnType<typeof createSpeaking>;

const SILENCE: Readonly<Partial<Record<Answer['status'], string>>> = {
  'no-answer': 'The application did not respond.',
  offline: 'The bot is not connected: nobody is there to answer.',
};

const FAILED = 'This interaction failed.';

/** What a person does in a channel: speak, run a command, press, choose, fill in a form. */
export function createSpeaking(store: Store<PageState>, api: ControlApi) {
  let runs = 0;

  function failComposer(problem: string, draft: CommandDraft | null, text: string): void {
    store.update((state) => ({
      ...state,
      composer: {
        ...EMPTY_COMPOSER,
        text,
        draft,
        problem,
        closed: true,
        focus: state.composer.focus + 1,
      },
    }));
  }

  function clearComposer(): void {
    store.update((state) => ({
      ...state,
      composer: { ...EMPTY_COMPOSER, focus: state.composer.focus + 1 },
      shell: { ...state.shell, atNewest: true },
    }));
  }

  /** Shows the result of an interaction. */
  function show(answer: Answer): void {
    const { message, modal, modalId } = answer;
    store.update((state) => {
      const shown = message === null ? state : keepMessage(state, message);
      if (modal === null || modalId === null) return shown;
      return { ...shown, form: { modal, modalId, problem: null, sending: false } };
    });
  }

  function endRun(id: number, problem: string | null): void {
    store.update((state) => {
      const rest = state.runs.filter((run) => run.id !== id);
      const run = state.runs.find((each) => each.id === id);
      if (problem === null) return { ...state, runs: rest };
      // The line may be settled already by a deferred message without an answer.
      return run === undefined ? state : { ...state, runs: [...rest, { ...run, problem }] };
    });
  }

  async function say(): Promise<void> {
    const { composer, channelId, meId } = store.get();
    const content = composer.text.trim();
    if (content === '' || channelId === null || meId === null) return;
    clearComposer();
    try {
      const message = await api.say(channelId, { as: meId, content });
      store.update((state) => keepMessage(state, message));
    } catch (error) {
      failComposer(sentence(error), null, composer.text);
    }
  }

  async function run(): Promise<void> {
    const { composer, channelId, meId } = store.get();
    const { draft } = composer;
    if (draft === null || channelId === null || meId === null) return;
    const problem = firstProblem(draft);
    if (problem !== null) {
      failComposer(problem.text, { ...draft, active: problem.index }, '');
      return;
    }
    runs += 1;
    const command = lineOf(draft);
    const begun: Run = { id: runs, channelId, personId: meId, command, problem: null };
    clearComposer();
    store.update((state) => ({ ...state, runs: [...state.runs, begun] }));
    try {
      const files = filesOf(draft);
      const answer = await api.run({ as: meId, channel: channelId, command, files });
      show(answer);
      endRun(begun.id, SILENCE[answer.status] ?? null);
    } catch (error) {
      endRun(begun.id, null);
      failComposer(sentence(error), draft, '');
    }
  }

  async function press(message: string, customId: string, values?: readonly string[]) {
    if (isBusy(store.get(), message)) return;
    await interact(message, `${message}/${customId}`, (as) =>
      api.press({ as, message, customId, ...(values && { values }) }),
    );
  }

  /** Closes the open select menu: as in Discord, what was ticked in it is sent. */
  function closePicker(): void {
    const { picker } = store.get();
    if (picker === null) return;
    store.update((state) => ({ ...state, picker: null }));
    const { messageId, customId, preset, values, least } = picker;
    const isChanged =
      values.length !== preset.length || values.some((each) => !preset.includes(each));
    if (isChanged && values.length >= least) void press(messageId, customId, values);
  }

  /** Opens a select menu, or changes what is ticked in the open one. */
  function choose(picker: Picker): void {
    const { picker: open } = store.get();
    if (open?.messageId !== picker.messageId || open.customId !== picker.customId) closePicker();
    if (isBusy(store.get(), picker.messageId)) return;
    store.update((state) => ({ ...state, picker }));
  }

  /** Uses an entry of the menu "Apps" of a message. */
  const use = (message: string, command: string) =>
    interact(message, `use ${message}/${command}`, (as) => api.use({ as, message, command }));

  async function interact(message: string, key: string, ask: (as: string) => Promise<Answer>) {
    const { meId, pressing } = store.get();
    if (meId === null || pressing.has(key)) return;
    const settle = (problem: string | null) => {
      store.update((state) => {
        const pressProblems = new Map(state.pressProblems);
        pressProblems.delete(message);
        if (problem !== null) pressProblems.set(message, problem);
        const rest = new Set([...state.pressing].filter((each) => each !== key));
        return { ...state, pressing: rest, pressProblems };
      });
    };
    store.update((state) => ({
      ...state,
      picker: null,
      pressing: new Set(state.pressing).add(key),
    }));
    try {
      const answer = await ask(meId);
      show(answer);
      settle(SILENCE[answer.status] === undefined ? null : FAILED);
    } catch (error) {
      // Why is for scripts: the message has changed under the pointer.
      const why = sentence(error);
      settle(error instanceof Unreachable ? why : FAILED);
    }
  }

  async function submit(values: SubmitRequest['values']): Promise<void> {
    const { form, meId } = store.get();
    if (form === null || meId === null || form.sending) return;
    store.update((state) => ({ ...state, form: { ...form, sending: true, problem: null } }));
    const stay = (problem: string) => {
      store.update((state) => ({ ...state, form: { ...form, sending: false, problem } }));
    };
    try {
      const answer = await api.submit({ as: meId, modalId: form.modalId, values });
      const silence = SILENCE[answer.status];
      if (silence !== undefined) {
        stay(silence);
        return;
      }
      store.update((state) => ({ ...state, form: null }));
      show(answer);
    } catch (error) {
      stay(sentence(error));
    }
  }

  return {
    say,
    run,
    press,
    use,
    submit,
    closeForm: () => {
      store.update((state) => ({ ...state, form: null }));
    },
    dismissRun: (id: number) => {
      endRun(id, null);
    },
    dismiss: (messageId: string) => {
      store.update((state) => ({ ...state, dismissed: new Set(state.dismissed).add(messageId) }));
    },
    choose,
    closePicker,
  };
}

/** The sentence of a refusal; anything else is a fault of this page and must surface as one. */
function sentence(error: unknown): string {
  if (error instanceof Refused) return error.message;
  throw error;
}
