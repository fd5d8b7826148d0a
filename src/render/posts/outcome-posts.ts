import type { AboutMatch, EventOf } from '../../domain/alerts/events.ts';
import type { AlertSettings } from '../../domain/alerts/settings.ts';
import type { VenueOffset } from '../../domain/alerts/subject.ts';
import { formatSet, leaderOf } from '../../domain/match/score.ts';
import type { TrackedMatch } from '../../domain/match/state.ts';
import { opponentOf, type Instant, type Team } from '../../domain/terms.ts';
import type { NextMatch } from '../../domain/match/match-event.ts';
import { matchOffset } from '../../domain/match/venue-clock.ts';
import { localDate, percent, shortDate } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outside, timestamp } from '../../i18n/text.ts';
import { buttonRow, type ButtonSpec } from '../controls.ts';
import { dotted } from '../lines/lines.ts';
import { catchUpButton, headToHeadButton, matchControl, videoRow } from '../match/controls.ts';
import { durationText, matchContext } from '../lines/match-line.ts';
import type { CardStyle } from '../match/live-card.ts';
import { comebackClause } from '../match/probability-curve.ts';
import { onwards, resultHeadline, resultMeaning, resultSentence } from '../match/result.ts';
import { COLOURS, covered, mentioning, type MessageBody, type Pings } from '../message.ts';
import { whenToBegin } from '../lines/time.ts';
import { namesOf, pairName, seedOf, teamName } from '../lines/names.ts';
import { deciderText, plainTieTitle, tieMeaning, tieSentence, tieTeam } from '../lines/ties.ts';

export interface MatchPostFacts {
  readonly event: AboutMatch;
  readonly held: TrackedMatch;
  readonly pings: Pings;
  readonly correctedAt: Instant | null;
  readonly style: CardStyle & Pick<AlertSettings, 'types'>;
  /** The venue's UTC offset, if known from more than match and country. */
  readonly offset?: VenueOffset;
}

export const setPost = (
  reader: Reader,
  event: EventOf<'set'>,
  facts: MatchPostFacts,
): MessageBody => {
  const { t } = reader;
  const { match } = facts.held;
  const winner = leaderOf(event.score) ?? 'team_1';
  const values = {
    number: event.set,
    winner: teamName(match, winner),
    loser: teamName(match, opponentOf(winner)),
    score: formatSet(event.score, winner),
  };
  const said =
    event.minutes === null || event.minutes <= 0
      ? t('post.set', values)
      : `${t('post.set', values)} (${durationText(event.minutes)})`;
  const sentence =
    event.withdrawn === true
      ? t('post.setWithdrawn', { ...namesOf(facts.held.match), number: event.set })
      : said;
  const text = withCorrection(t, `${sentence}.`, facts.correctedAt);
  return facts.style.coverScores
    ? outcomePost(reader, facts, text, '')
    : mentioning(facts.pings, text);
};

/** The characters under the cover of a post: a set, a result and a moment look alike. */
const COVERED_ROOM = 120;

/** Covers the sentence, with the teams before it: a reader must know which match it is. */
export const hidden = (
  t: Reader['t'],
  { held, style }: MatchPostFacts,
  text: string,
  { home, away } = namesOf(held.match),
): string =>
  style.coverScores
    ? t('labelled', { name: `${home} – ${away}`, value: covered(text, true, COVERED_ROOM) })
    : text;

/**
 * The post of a match that is over: a sentence, what it means, and where to go on. Where scores are covered, the
 * post of a set, too: its shape must not tell it from a result.
 */
const outcomePost = (
  reader: Reader,
  facts: MatchPostFacts,
  sentence: string,
  meaning: string,
  names = namesOf(facts.held.match),
): MessageBody => {
  const { held, pings, style } = facts;
  const { coverScores } = style;
  const said = coverScores ? dotted([sentence, meaning]) : sentence;
  return {
    ...mentioning(pings, hidden(reader.t, facts, said, names)),
    embeds: [contextEmbed(reader, held, coverScores ? '' : meaning)],
    components: [
      ...buttonRow(
        // The post of a set has the same buttons.
        cardButton(reader, held, coverScores ? style : { delay: 0 }),
        headToHeadButton(reader, held),
        catchUpButton(reader, held),
      ),
      ...videoRow(reader, held, coverScores),
    ],
  };
};

/** A button to the card; none where alerts are delayed: the card would be ahead of them. */
export const cardButton = (
  { t }: Reader,
  { match }: TrackedMatch,
  { delay }: Pick<CardStyle, 'delay'>,
): ButtonSpec | null =>
  delay > 0 ? null : { id: matchControl('card', match.id), label: t('button.match') };

export const resultPost = (
  reader: Reader,
  event: EventOf<'result'>,
  facts: MatchPostFacts,
): MessageBody => {
  const { t } = reader;
  const { held, style } = facts;
  const isComeback = style.winProbability && event.status === 'finished';
  const comeback = isComeback ? comebackClause(reader, held, event.winner) : '';
  const nameOf = (team: Team): string => `${teamName(held.match, team)}${seedOf(held.match, team)}`;
  const said = `${resultSentence(t, held.match, event, nameOf)}${comeback}.`;
  const result = withStanding(t, withMeaning(reader, held, said, event), event, facts);
  const sentence = `${result}${nextText(reader, event, facts)}`;
  return outcomePost(reader, facts, sentence, resultMeaning(reader, event, held));
};

/**
 * What the winners play next: not where that is told by news of the draw. It tells another result: not where scores are
 * delayed or covered, and only beside a score, with which it is covered for who hides those.
 */
const nextText = (
  reader: Reader,
  { next, score, withdrawn }: EventOf<'result'>,
  { style: { types, delay, coverScores, winProbability }, held, offset }: MatchPostFacts,
): string => {
  const { t, locale } = reader;
  const isOpen = !types.includes('news') && delay === 0 && !coverScores && score.length > 0;
  if (next === undefined || !isOpen || withdrawn !== undefined) return '';
  const { opponents, win, start, last } = next;
  const [one, other] = opponents.map(({ players, seed, chance }) => {
    const pair = `${pairName(players)}${seed === null ? '' : ` [${seed}]`}`;
    return opponents.length === 1 || !winProbability
      ? pair
      : `${pair} (${percent(locale, chance)})`;
  });
  if (other !== undefined) return ` ${t('post.nextEither', { one, other })}`;
  const when =
    start === undefined ? null : whenToBegin(reader, start, offset ?? matchOffset(held), shortDay);
  const said = [
    t('post.nextOpponents', { opponents: [one, when].filter(Boolean).join(', ') }),
    win === undefined || !winProbability
      ? ''
      : t('post.nextChance', { chance: percent(locale, win) }),
    last === undefined ? '' : t('post.lastMeeting', { meeting: lastMeeting(reader, last) }),
  ];
  return ` ${said.filter(Boolean).join(' ')}`;
};

const shortDay = ({ locale }: Pick<Reader, 'locale'>, date: string) => shortDate(locale, date);

const lastMeeting = (
  { locale }: Reader,
  { isWon, score, playedOn, tournament }: NonNullable<NextMatch['last']>,
): string => {
  const where = [
    tournament === null ? null : outside(tournament, 40),
    playedOn === null ? null : localDate(locale, playedOn),
  ];
  return dotted([`${isWon ? '✓' : '✗'} ${score}`, ...where]);
};

/** Adds what a rubber's result means for its tie. */
const withMeaning = (
  reader: Reader,
  { match }: TrackedMatch,
  sentence: string,
  result: Pick<EventOf<'result'>, 'tie'>,
): string => {
  const meaning = tieMeaning(reader, match, result);
  return meaning === null ? sentence : `${sentence} ${meaning}`;
};

/** Tournament and round, which a channel of many matches does not say. */
export const contextEmbed = (reader: Reader, { match, ...held }: TrackedMatch, text = '') => ({
  author: {
    name: dotted([matchContext(reader.t, { match, ...held }), plainTieTitle(reader, match)]),
  },
  ...(text === '' ? {} : { description: text }),
  color: COLOURS.final,
});

/** One post for a decided tie and the rubber that decided it; how it stands, where that is undone. */
export const tiePost = (
  reader: Reader,
  event: EventOf<'tie'>,
  facts: MatchPostFacts,
): MessageBody => {
  const { t } = reader;
  const { match, state } = facts.held;
  const teams = match.tie?.teams ?? { team_1: null, team_2: null };
  const decider = resultHeadline(t, match, state);
  const { winner, score } = event;
  const told =
    winner === null
      ? tieMeaning(reader, match, score === null ? {} : { tie: score })
      : `${tieSentence(reader, teams, { winner, score })}.`;
  const sentences = [
    told === null ? null : withStanding(t, told, event, facts),
    decider === null ? null : deciderText(reader, match, decider),
  ].filter((part) => part !== null);
  const names = { home: tieTeam(reader, teams.team_1), away: tieTeam(reader, teams.team_2) };
  return outcomePost(reader, facts, sentences.join(' '), onwards(t, match) ?? '', names);
};

export const withCorrection = (
  t: Reader['t'],
  sentence: string,
  correctedAt: Instant | null,
): string =>
  correctedAt === null
    ? sentence
    : `${sentence} (${t('post.corrected', { when: timestamp(correctedAt, 't') })})`;

/** How certain a result is: not confirmed yet, or corrected. */
const withStanding = (
  t: Reader['t'],
  sentence: string,
  { confirmed }: Pick<EventOf<'result'>, 'confirmed'>,
  { correctedAt }: Pick<MatchPostFacts, 'correctedAt'>,
): string =>
  confirmed === false
    ? `${sentence} (${t('post.unconfirmed')})`
    : withCorrection(t, sentence, correctedAt);

export const correctionPost = (
  reader: Reader,
  event: EventOf<'correction'>,
  facts: MatchPostFacts,
): MessageBody => {
  const { t } = reader;
  const { match } = facts.held;
  const sentence = t('post.correction', {
    now: resultSentence(t, match, event.after),
    before: resultSentence(t, match, event.before),
  });
  const text = withMeaning(reader, facts.held, sentence, event.after);
  return mentioning(facts.pings, hidden(reader.t, facts, text));
};
