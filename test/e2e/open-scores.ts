import type { Answer } from '#sandbox/discord/control-contract.ts';
import { textOf } from './askers.ts';

/** The rest of the dates of a tournament: ` nov 2026`, ` de nov. de 2026`, `, 2026`. */
const DATES = String.raw`(?:,| (?:de )?\p{L}+\.?(?: de)?) 20\d\d`;

/** Two numbers as in a score, but not as part of a date, a time or an id. */
const SCORE = new RegExp(String.raw`(?<![\d:-])\d{1,2} ?[-–] ?\d{1,2}(?![\d:-]|${DATES})`, 'gu');

/** The visible scores of a response: in text outside spoilers, in labels, and as pictures. */
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
