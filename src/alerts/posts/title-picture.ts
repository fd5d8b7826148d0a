import { isOver, type Match } from '../../domain/match/match.ts';
import { winnerOf } from '../../domain/match/reading.ts';
import { appearanceOf, byRecency } from '../../domain/people/form.ts';
import { drawIn } from '../../domain/tournament/ties.ts';
import { readerIn } from '../../i18n/i18n.ts';
import { drawPicture } from '../../render/pictures/draw.ts';
import { drawnFile, type DrawPicture, type PictureFile } from '../../render/pictures/picture.ts';
import { titlePicture } from '../../render/pictures/title.ts';
import type { Db } from '../../store/connection/database.ts';
import { countriesOfPlayers } from '../../store/matches/directory.ts';
import { matchesOfTournament } from '../../store/matches/match-lists.ts';
import type { Delivery } from '../delivery/delivery.ts';

const TITLE_FILE = 'title.png';

/** Whether a match decides a tournament. */
export const isFinal = (match: Pick<Match, 'round' | 'tie' | 'draw'>): boolean =>
  match.round === 1 && match.tie === undefined && drawIn(match) === 'main';

/**
 * The champions' road, for the post of a final: null while it is not over, and where scores are covered; undefined for
 * all other posts.
 */
export const titleFile = async (
  db: Db,
  { outbox: { event, createdAt }, subject, audience: { channel } }: Delivery,
  draw: DrawPicture = drawPicture,
): Promise<PictureFile | null | undefined> => {
  if (event.kind !== 'result' || subject.kind !== 'match') return undefined;
  const { match, state, tournament } = subject.held;
  if (!isFinal(match)) return undefined;
  const winner = winnerOf(state);
  const isShown = isOver(state) && !channel.settings.coverScores;
  if (!isShown || winner === null || tournament === null) return null;
  const champions = match.teams[winner];
  const ids = champions.map(({ id }) => id);
  const countries = await countriesOfPlayers(db, ids);
  const matches = await matchesOfTournament(db, tournament.id, ['over']);
  const road = [match, ...matches.filter((each) => each.id !== match.id && drawIn(each) === 'main')]
    .flatMap((each) => appearanceOf(each, ids) ?? [])
    .filter(({ match: { status } }) => status !== 'bye')
    .toSorted(byRecency);
  const picture = titlePicture(readerIn(channel.locale), {
    champions: champions.map((each) => ({ ...each, country: countries.get(each.id) ?? null })),
    tournament,
    category: match.category,
    road,
    readAt: createdAt,
  });
  return await drawnFile(draw, TITLE_FILE, picture, 'phone');
};
