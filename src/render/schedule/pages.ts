import type { Match } from '../../domain/match/match.ts';
import type { CourtProgramme } from '../../domain/tournament/order-of-play.ts';

/** The part of a court's programme on one page. */
interface ProgrammeBlock {
  readonly court: CourtProgramme;
  readonly lines: readonly string[];
  /** Continues from the previous page. */
  readonly isContinued: boolean;
}

export interface ProgrammePage {
  readonly blocks: readonly ProgrammeBlock[];
}

/** Matches on a page: about two screens of a phone. */
const MATCHES = 12;

/** A description holds 4,096 characters; headings and notes need some. */
const LENGTH = 3_000;

/** Splits the programme into pages; a court may continue on the next page. */
export const programmePages = (
  courts: readonly CourtProgramme[],
  lineOf: (match: Match, court: CourtProgramme) => string,
): readonly ProgrammePage[] => {
  const pages: { blocks: { court: CourtProgramme; lines: string[]; isContinued: boolean }[] }[] =
    [];
  let count = 0;
  let length = 0;
  for (const court of courts) {
    let isContinued = false;
    for (const match of court.matches) {
      const line = lineOf(match, court);
      if (pages.length === 0 || count === MATCHES || length + line.length > LENGTH) {
        pages.push({ blocks: [] });
        count = 0;
        length = 0;
      }
      const page = pages.at(-1);
      if (page?.blocks.at(-1)?.court !== court) {
        page?.blocks.push({ court, lines: [], isContinued });
      }
      page?.blocks.at(-1)?.lines.push(line);
      isContinued = true;
      count += 1;
      length += line.length;
    }
  }
  return pages;
};
