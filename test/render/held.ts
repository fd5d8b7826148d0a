import { InteractionResponseType } from 'discord-api-types/v10';
import { stateOf, type TrackedMatch } from '#src/domain/match/state.ts';
import type { Match } from '#src/domain/match/match.ts';
import type { Tournament } from '#src/domain/people/people.ts';
import { translator, type Locale, type Reader } from '#src/i18n/i18n.ts';
import type { Form } from '#src/render/forms.ts';
import type { MessageBody } from '#src/render/message.ts';
import { PUBLISHED } from '#sandbox/discord/validation/published.ts';
import { modalRules } from '#sandbox/discord/validation/modal-rules.ts';
import { messageRules, type MessageForm } from '#sandbox/discord/validation/message-rules.ts';
import { schemaIssues } from '#sandbox/discord/validation/schema-issues.ts';
import { aMatch } from '../domain/feed.ts';

export const aReader = (locale: Locale = 'en'): Reader => ({ t: translator(locale), locale });

export const aTournament = (name = 'Madrid P1'): Tournament => ({
  id: 7,
  name,
  location: 'Madrid',
  country: 'ES',
  level: 'p1',
  status: 'live',
  startDate: '2026-06-01',
  endDate: '2026-06-07',
});

/** A match as the bot holds it, in the state of its first read unless overridden. */
export const aHeld = (
  match: Partial<Match> = {},
  more: Partial<TrackedMatch> = {},
): TrackedMatch => ({
  match: aMatch(match),
  state: stateOf(aMatch(match)),
  rev: 1,
  changedAt: Date.UTC(2026, 5, 7, 12),
  delayedSince: null,
  chances: null,
  tournament: aTournament(),
  ...more,
});

/** A match whose players, tournament, round and court all have this name. */
export const everythingCalled = (name: string, match: Partial<Match> = {}): TrackedMatch => {
  const team = (first: number) => [
    { id: first, name },
    { id: first + 1, name },
  ];
  const named = {
    teams: { team_1: team(1), team_2: team(3) },
    court: name,
    round: null,
    roundName: name,
    seeds: { team_1: '1023', team_2: '1024' },
    watchability: 71,
    ...match,
  };
  return aHeld(named, {
    chances: { team_1: 0.2, team_2: 0.8 },
    tournament: aTournament(name),
  });
};

/** Why Discord would reject a message, by its published schema and its documented limits. */
export const refusals = (body: MessageBody): string[] => {
  // The same message, as the wider type that the rules check.
  const form: MessageForm = body;
  return [...schemaIssues(PUBLISHED.messageCreate, body), ...messageRules(form)].map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );
};

/** Why Discord would reject a form, by the same rules. */
export const formRefusals = (form: Form): string[] =>
  [
    ...schemaIssues(PUBLISHED.modal, { type: InteractionResponseType.Modal, data: form }),
    ...modalRules(form),
  ].map(({ path, message }) => `${path.join('.')}: ${message}`);

/** All markdown of a message, with its code blocks. */
export const markdownOf = (body: MessageBody): string =>
  [
    body.content ?? '',
    ...(body.embeds ?? []).flatMap((embed) => [
      embed.title ?? '',
      embed.description ?? '',
      ...(embed.fields ?? []).map(({ value }) => value),
    ]),
  ].join('\n');

/** The text of a message in which Discord reads mentions and links: all but its code blocks. */
export const proseOf = (body: MessageBody): string =>
  markdownOf(body).replace(/(?<!\\)```[^`]*```/g, '');
