import type { APIEmbed } from 'discord-api-types/v10';
import type { AlertKind } from '../../domain/alerts/kinds.ts';
import type { AlertSettings } from '../../domain/alerts/settings.ts';
import type { AlertSubject } from '../../domain/alerts/subject.ts';
import {
  SAMPLE_OFFSET,
  sampleEvent,
  sampleMatch,
  sampleRubber,
  sampleStart,
} from '../../domain/alerts/sample.ts';
import type { Instant } from '../../domain/terms.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { quietCard } from '../match/live-card.ts';
import { joinedLines } from '../lines.ts';
import { COLOURS, type MessageBody, reply, embedReply } from '../message.ts';
import { post } from './posts.ts';

export const setupConfirmation = ({ t }: Reader): MessageBody =>
  embedReply({ description: t('setup.proof'), color: COLOURS.live });

/** A test alert of a kind: marked as a sample, without pings and buttons. */
export const testPost = (
  reader: Reader,
  kind: AlertKind,
  settings: AlertSettings,
  at: Instant,
): MessageBody => {
  const { content = '', embeds = [] } = sampleOf(reader, kind, settings, at);
  const mark = reader.t('sample.mark', { kind: reader.t(`alertKind.${kind}`) });
  return reply({ content: `-# ${mark}\n${content}`, embeds });
};

/** The same as one embed, so that several fit into a message. */
export const sampleEmbed = (
  reader: Reader,
  kind: AlertKind,
  settings: AlertSettings,
  at: Instant,
): APIEmbed => {
  const { content = '', embeds = [] } = sampleOf(reader, kind, settings, at);
  const [embed] = embeds;
  const description = joinedLines([content, embed?.description]);
  return { color: COLOURS.final, ...embed, description };
};

const sampleOf = (
  reader: Reader,
  kind: AlertKind,
  settings: AlertSettings,
  at: Instant,
): MessageBody =>
  kind === 'card'
    ? quietCard(reader, sampleMatch(at), settings)
    : post(reader, {
        event: sampleEvent(kind, sampleMatch(at), at),
        subject: subjectFor(kind, at),
        settings: { ...settings, roles: [] },
        memberIds: [],
        correctedAt: null,
      });

const subjectFor = (kind: Exclude<AlertKind, 'card'>, at: Instant): AlertSubject => {
  const held = sampleMatch(at);
  const { tournament } = held;
  if (kind === 'draw') return { kind: 'matches', tournament, matches: [held] };
  if (kind === 'tournament' && tournament !== null) return { kind: 'tournament', tournament };
  if (kind === 'start') return { kind: 'match', held: sampleStart(at) };
  if (kind === 'tie') return { kind: 'match', held: sampleRubber(at) };
  if (kind === 'digest') return { kind: 'day', matches: [held] };
  return kind === 'ranking'
    ? { kind: 'ranking', followed: [], isDirect: false }
    : { kind: 'match', held, offset: SAMPLE_OFFSET };
};
