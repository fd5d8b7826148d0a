import { describe, expect, it } from 'vitest';
import { ALERT_TYPES, PRESETS, type AlertType } from '#src/domain/alerts/alert-types.ts';
import type { AlertSettings } from '#src/domain/alerts/settings.ts';
import type { Match } from '#src/domain/match/match.ts';
import { MINUTE } from '#src/lib/time.ts';
import { aTournament } from '../render/held.ts';
import { aPlayer, discordId } from '../store/rows.ts';
import { aPlayedMatch, aStage, pass } from './stage.ts';
import { typesIn } from './told.ts';

const CHANNEL = discordId(1);
const ALL = discordId(2);

/** Plays a whole match, from order of play to correction, for a channel with these settings. */
const anEvening = async (settings: Partial<AlertSettings>, match: Partial<Match> = {}) => {
  const stage = await aStage();
  await stage.chosen(1, { settings }, aPlayer(1));
  await stage.chosen(2, { settings: { types: ALERT_TYPES } }, aPlayer(1));
  await stage.observer().tournament(aTournament());
  const played = aPlayedMatch(stage, match);
  await played.isKnown();
  await played.seen({ ...played.match, court: 'Court 3' });
  await pass(MINUTE);
  await played.begins();
  await pass(MINUTE);
  await played.pointsPlayed(4);
  await pass(MINUTE);
  await played.setsPlayed(1);
  await pass(MINUTE);
  await played.setsPlayed(2);
  await played.ends();
  await pass(MINUTE);
  const [, ...rest] = played.finished.score ?? [];
  const first = { team_1: 6, team_2: 1, tieBreak: null };
  await played.seen({ ...played.finished, score: [first, ...rest] });
  await pass(MINUTE);
  return { stage, posted: typesIn(stage, CHANNEL), all: typesIn(stage, ALL) };
};

const EVERYTHING = ['schedule', 'start', 'set', 'result', 'correction'];
const ESSENTIALS = EVERYTHING.slice(1);

describe('a channel', () => {
  it.each<[string, readonly AlertType[], readonly string[]]>([
    ['gets everything with the preset "everything"', PRESETS.everything, EVERYTHING],
    ['gets no change of the order of play with "essentials"', PRESETS.essentials, ESSENTIALS],
    [
      'gets results and corrections with the preset "calm"',
      PRESETS.calm,
      ['card', 'result', 'correction'],
    ],
    ['gets nothing without any type', [], []],
    ['gets only changes of the order of play with the type "news"', ['news'], ['schedule']],
    ['gets only the start, and no live card, with the type "start"', ['start'], ['start']],
    ['gets only a silent live card with the type "card"', ['card'], ['card']],
    ['gets only sets with the type "set"', ['set'], ['set', 'set']],
    ['gets results with the type "result"', ['result'], ['result', 'correction']],
    ['gets nothing with types that do not occur in this match', ['upcoming', 'daily'], []],
  ])('%s', async (_reason, types, expected) => {
    const { posted, all } = await anEvening({ types });
    expect(posted).toEqual(expected);
    expect(all).toEqual(EVERYTHING);
  });

  it('never has its start post edited with the type "start" alone', async () => {
    const { stage } = await anEvening({ types: ['start'] });
    const edits = stage.discord.requests.filter(({ kind }) => kind === 'edit');
    expect(edits.filter(({ channelId }) => channelId === CHANNEL)).toEqual([]);
    expect(edits.length).toBeGreaterThan(0);
  });

  it.each<[string, Partial<AlertSettings>, Partial<Match>, boolean]>([
    ['gets a match of its smallest round', { smallestRound: 4 }, {}, true],
    ['gets no match of an earlier round', { smallestRound: 2 }, {}, false],
    ['gets the final when finals are its smallest round', { smallestRound: 1 }, { round: 1 }, true],
    ['gets a match of an unknown round', { smallestRound: 1 }, { round: null }, true],
    ['gets a match of one of its levels', { levels: ['p1', 'major'] }, {}, true],
    ['gets no match of another level', { levels: ['p2', 'major'] }, {}, false],
    ['gets a match of its category', { category: 'women' }, {}, true],
    ['gets no match of another category', { category: 'men' }, {}, false],
  ])('%s', async (_reason, settings, match, isPosted) => {
    const { posted, all } = await anEvening({ types: ALERT_TYPES, ...settings }, match);
    expect(posted).toEqual(isPosted ? EVERYTHING : []);
    expect(all).toEqual(EVERYTHING);
  });

  it('has the reason stored for each suppressed post', async () => {
    const { stage } = await anEvening({ types: ['set', 'result'], smallestRound: 2 });
    const rows = await stage
      .db()
      .selectFrom('deliveries')
      .innerJoin('events', 'events.id', 'deliveries.eventId')
      .select(['events.kind', 'deliveries.outcome', 'deliveries.reason'])
      .where('deliveries.channelKey', '=', 1)
      .orderBy('events.id')
      .execute();
    expect(rows).toEqual(
      ['set', 'set', 'result', 'correction'].map((kind) => ({
        kind,
        outcome: 'suppressed',
        reason: 'round',
      })),
    );
  });
});
