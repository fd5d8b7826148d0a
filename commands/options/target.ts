import {
  categoryTarget,
  FOLLOW_KINDS,
  levelTarget,
  type FollowTarget,
} from '../../src/domain/alerts/follows.ts';
import { TOURNAMENT_LEVELS } from '../../src/domain/levels.ts';
import { CATEGORIES } from '../../src/domain/terms.ts';
import { numberIn, wordIn } from './control-values.ts';

/**
 * All matches of men, of women or of a level.
 * @throws UserError for another word
 */
export const wideTarget = (word: string): FollowTarget => {
  const category = CATEGORIES.find((each) => each === word);
  return category === undefined
    ? levelTarget(wordIn(TOURNAMENT_LEVELS, word))
    : categoryTarget(category);
};

/**
 * The target in a control: its kind and id.
 * @throws UserError when the control is of another version.
 */
export const targetIn = ([kind, id]: readonly string[]): FollowTarget => ({
  kind: wordIn(FOLLOW_KINDS, kind),
  id: numberIn(id),
});
