import type { Actions } from './actions/index.ts';
import type { Speech } from './message/speech.ts';
import type { Scene } from './state/select.ts';

/** What every part of the page is drawn from: the scene, and what can be done in it. */
export interface View extends Scene {
  readonly act: Actions;
  readonly speech: Speech;
}

/** The view of a scene. */
export function viewOf(scene: Scene, act: Actions): View {
  return {
    ...scene,
    act,
    speech: {
      locale: scene.me.locale,
      now: scene.state.now,
      nameOf: scene.nameOf,
      openChannel: (id) => void act.reading.openChannel(id),
      fillComposer: act.composing.fill,
    },
  };
}
