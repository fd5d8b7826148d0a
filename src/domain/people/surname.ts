import { normalizedWords } from '../plain.ts';

/** Words that belong to the surname after them: `Di Nenno`, `de la Fuente`, `El Garhy`. */
export const PARTICLES: ReadonlySet<string> = new Set(
  `abu al ben bin da dal dalla das de degli del della den der des di do dos du el la las le lo los
  san santa ten ter van von`.split(/\s+/),
);

/** Words that join two surnames into one: `de la Fuente y Echeverría`. */
const JOINING = new Set(['y', 'e']);

/** They write the father's surname first, and use it. Portuguese and Brazilians write them the other way round. */
const TWO_SURNAMES = new Set(
  'AD AR BO CL CO CR CU DO EC ES GQ GT HN MX NI PA PE PR PY SV UY VE'.split(' '),
);

/** `José Antonio Diestro` has one surname. Without those that are surnames as often (Martín, Cruz, Alonso, Andrés). */
const SECOND_GIVEN_NAMES = new Set(
  `agustin alberto alejandro angel antonio belen carlos carmen catarina cristina daniel dolores
  eduardo elena enrique eugenia facundo fernando francisco ignacio ines isabel javier jesus jose
  juan laura lucia luis luz manuel maria mercedes miguel nicolas pablo paula pilar rafael roberto
  rocio sebastian sofia teresa victoria virginia`.split(/\s+/),
);

/** `M.`, `M` */
const INITIAL = /^\p{L}\.?$/u;

/** Each part is a word with the particles before it; two joined surnames are one part. */
export const partsOf = (name: string): readonly string[] => {
  const parts: string[] = [];
  let open: string[] = [];
  const words = name.trim().split(/\s+/);
  words.forEach((word, index) => {
    const isInside = index > 0 && index < words.length - 1;
    const small = word.toLowerCase();
    if (isInside && JOINING.has(small)) {
      const joined = parts.length > 1 ? parts.pop() : undefined;
      if (joined !== undefined) open = [joined, word];
      return;
    }
    if (isInside && INITIAL.test(word)) return;
    open.push(word);
    if (isInside && PARTICLES.has(small)) return;
    parts.push(open.join(' '));
    open = [];
  });
  return parts;
};

/**
 * The surname that a player probably goes by: of two parts the last. Of more, 61 % go by the last and 33 % by the one before
 * (padel-facts), who have Spanish double surnames: so that one for Spanish-speaking and unknown countries, unless the
 * second word is a given name, too.
 */
export const surnameOf = (name: string, country: string | null = null): string => {
  const parts = partsOf(name);
  const last = parts.at(-1) ?? '';
  // `D Harcourt`: nobody can tell whether the letter is a given name.
  if (parts.length === 2 && /^\p{L}\s/u.test(name.trim())) return name.trim();
  if (parts.length < 3 || (country !== null && !TWO_SURNAMES.has(country.toUpperCase()))) {
    return last;
  }
  const second = normalizedWords(parts[1] ?? '').at(-1) ?? '';
  const isOneSurname = parts.length === 3 && SECOND_GIVEN_NAMES.has(second);
  return isOneSurname ? last : (parts.at(-2) ?? last);
};
