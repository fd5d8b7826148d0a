import type { Answer } from '#sandbox/discord/control-contract.ts';
import { textOf } from './askers.ts';

/** Two numbers as in a score, in no date, no time and no id. */
const SCORE = /(?<![\d:-])\d{1,2} ?[-–] ?\d{1,2}(?![\d:-])/g;

/** What of an answer tells a score at a glance: outside of spoilers, in a label, or as a picture. */
export const openScoresIn = (answer: Answer): readonly string[] => {
  const open = textOf(answer).replaceAll(/\|\|[^]*?\|\|/g, '');
  const { attachments = [], embeds = [] } = answer.message ?? {};
  const pictures = attachments.filter(({ content_type: type }) => type?.startsWith('image/'));
  return [
    ...(open.match(SCORE) ?? []),
    ...pictures.map(({ filename }) => filename).filter((name) => !name.startsWith('SPOILER_')),
    ...pictures.flatMap(({ description }) => description ?? []),
    ...embeds.flatMap(({ image }) => image?.url ?? []),
  ];
};
