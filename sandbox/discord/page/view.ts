import type { Actions } from './actions/index.ts';
import type { Speech } from './message/speech.ts';
import { shownNow } from './state/page-state.ts';
import type { Scene } from './state/select.ts';

/** The input of every part of the page: the scene and its actions. */
export interface PageView extends Scene {
  readonly act: Actions;
  readonly speech: Speech;
}

/** The view of a scene. */
export function viewOf(scene: Scene, act: Actions): PageView {
  return {
    ...scene,
    act,
    speech: {
      locale: scene.me.locale,
      now: shownNow(scene.state),
      nameOf: scene.nameOf,
      openChannel: (id, messageId) => void act.reading.openChannel(id, messageId),
      fillComposer: act.composing.fill,
    },
  };
}
