import { LRUCache } from 'lru-cache';
import { isOver } from '../../domain/match/match.ts';
import { finalScoreOf, winnerOf } from '../../domain/match/reading.ts';
import { appearanceOf, byRecency } from '../../domain/people/form.ts';
import type { TrackedMatch } from '../../domain/match/state.ts';
import type { Tournament } from '../../domain/people/people.ts';
import type { Team } from '../../domain/terms.ts';
import { drawIn } from '../../domain/tournament/ties.ts';
import { readerIn } from '../../i18n/i18n.ts';
import { drawnFile, type DrawPicture, type PictureFile } from '../../render/pictures/picture.ts';
import { titlePicture } from '../../render/pictures/title.ts';
import type { Db } from '../../store/connection/database.ts';
import { countriesOfPlayers } from '../../store/matches/directory.ts';
import { matchesOfTournament } from '../../store/matches/match-lists.ts';
import type { Delivery } from '../delivery/delivery.ts';

const TITLE_FILE = 'title.png';

/** Pictures that are kept while a final is posted: one a language and revision. */
const REMEMBERED = 20;

/** Whether a match decides a tournament. */
export const isFinal = ({ match }: Pick<TrackedMatch, 'match'>): boolean =>
  match.round === 1 && match.tie === undefined && drawIn(match) === 'main';

interface Title {
  readonly held: TrackedMatch;
  readonly tournament: Tournament;
  readonly winner: Team;
}

/** The title that a post tells of; null for all posts but that of a final that is over, and where scores are covered. */
export const titleIn = ({ outbox, subject, audience }: Delivery): Title | null => {
  const isShown = outbox.event.kind === 'result' && !audience.channel.settings.coverScores;
  if (!isShown || subject.kind !== 'match' || !isFinal(subject.held)) return null;
  const { state, tournament } = subject.held;
  const winner = winnerOf(state);
  if (!isOver(state) || winner === null || tournament === null) return null;
  return { held: subject.held, tournament, winner };
};

/** The picture of a title, drawn once for each language. */
export const createTitleFiles = (db: Db, draw: DrawPicture) => {
  const files = new LRUCache<string, Promise<PictureFile | null>>({ max: REMEMBERED });

  const drawn = async (
    { held, tournament, winner }: Title,
    { outbox, audience: { channel } }: Delivery,
  ): Promise<PictureFile | null> => {
    const { match, state } = held;
    const ids = match.teams[winner].map(({ id }) => id);
    const countries = await countriesOfPlayers(db, ids);
    const others = (await matchesOfTournament(db, tournament.id, ['over'])).filter(
      (each) => each.id !== match.id && drawIn(each) === 'main' && each.status !== 'bye',
    );
    // The record of the final lags behind its points.
    const final = { ...match, status: state.status, score: finalScoreOf(state) };
    const picture = titlePicture(readerIn(channel.locale), {
      champions: match.teams[winner].map((each) => ({
        ...each,
        country: countries.get(each.id) ?? null,
      })),
      tournament,
      category: match.category,
      road: [
        ...[final].flatMap((each) => appearanceOf(each, ids) ?? []),
        ...others.flatMap((each) => appearanceOf(each, ids) ?? []).toSorted(byRecency),
      ],
      readAt: outbox.createdAt,
    });
    return await drawnFile(draw, TITLE_FILE, picture, 'phone');
  };

  return (title: Title, delivery: Delivery): Promise<PictureFile | null> => {
    const { outbox, audience } = delivery;
    const key = `${outbox.id} ${title.held.rev} ${audience.channel.locale}`;
    const known = files.get(key) ?? drawn(title, delivery);
    files.set(key, known);
    known.catch(() => files.delete(key));
    return known;
  };
};
