import { DESCRIPTION_MAX } from '../../discord/message-limits.ts';
import type { Match } from '../../domain/match/match.ts';
import type { Tournament } from '../../domain/people/people.ts';
import type { Video } from '../../domain/tournament/seasons.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outside, timestamp } from '../../i18n/text.ts';
import { pageButtons, type Paged } from '../controls.ts';
import { joinedWithin, dotted, noRecordLine, readAtLine } from '../lines/lines.ts';
import { type MessageBody, embedReply } from '../message.ts';
import { plainTitle } from './card.ts';
import { tournamentControl, tournamentControls } from './controls.ts';
import { statusColour } from '../lines/tournament-texts.ts';

interface VideosView extends Paged {
  readonly tournament: Tournament;
  readonly matches: readonly Match[];
  readonly videos: readonly Video[];
  readonly readAt: number;
}

/** A page of a tournament's videos, each with its link and start time. */
export const videosMessage = (reader: Reader, view: VideosView): MessageBody => {
  const { t } = reader;
  const { tournament, matches, videos, readAt } = view;
  const freshness = readAtLine(t, readAt);
  const lines = videos.map((video) => videoLine(reader, video));
  const shown = joinedWithin(lines, DESCRIPTION_MAX - freshness.length - 2);
  return embedReply({
    author: t('tournament.videos'),
    title: plainTitle(tournament),
    description: `${lines.length === 0 ? noRecordLine(t, t('tournament.videos')) : shown}\n\n${freshness}`,
    color: statusColour(tournament),
    components: tournamentControls(reader, {
      tournament,
      matches,
      view: { kind: 'videos' },
      pages: pageButtons(reader, view, (page) => tournamentControl('videos', tournament.id, page)),
    }),
  });
};

const LINK_MAX = 300;

const videoLine = ({ t }: Reader, { name, url, type, startedAt }: Video): string => {
  const title = outside(name, 80);
  const address = url === null ? null : linkable(url);
  const isLinked = address !== null && address.length <= LINK_MAX;
  const facts = [
    isLinked ? `[${title}](${address})` : t('tournament.videoUnlinked', { name: title }),
    type === null ? null : outside(type, 30),
    startedAt === null ? null : timestamp(startedAt, 'f'),
  ];
  return dotted(facts);
};

const linkable = (url: string): string =>
  new URL(url).href.replace(
    /[()<>\\[\]]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
