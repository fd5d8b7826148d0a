import type { APIEmbed } from 'discord-api-types/v10';
import type { AlertType } from '../../domain/alerts/alert-types.ts';
import type { AlertSettings } from '../../domain/alerts/settings.ts';
import type { AlertSubject } from '../../domain/alerts/subject.ts';
import {
  SAMPLE_OFFSET,
  sampleEvent,
  sampleMatch,
  sampleStart,
} from '../../domain/alerts/sample.ts';
import type { Instant } from '../../domain/terms.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { quietCard } from '../match/live-card.ts';
import { joinedLines } from '../lines/lines.ts';
import { COLOURS, type MessageBody, reply, embedReply } from '../message.ts';
import { post } from './posts.ts';

export const setupConfirmation = ({ t }: Reader): MessageBody =>
  embedReply({
    description: t('setup.proof'),
    color: COLOURS.live,
  });

/** A test alert of a type: marked as a sample, without pings and buttons. */
export const testPost = (
  reader: Reader,
  type: AlertType,
  settings: AlertSettings,
  at: Instant,
): MessageBody => {
  const { content = '', embeds = [] } = sampleOf(reader, type, settings, at);
  const mark = reader.t('sample.mark', { type: reader.t(`alertType.${type}`) });
  return reply({ content: `-# ${mark}\n${content}`, embeds });
};

/** The same as one embed, so that several fit into a message. */
export const sampleEmbed = (
  reader: Reader,
  type: AlertType,
  settings: AlertSettings,
  at: Instant,
): APIEmbed => {
  const { content = '', embeds = [] } = sampleOf(reader, type, settings, at);
  const [embed] = embeds;
  const description = joinedLines([content, embed?.description]);
  return { color: COLOURS.final, ...embed, description };
};

const sampleOf = (
  reader: Reader,
  type: AlertType,
  settings: AlertSettings,
  at: Instant,
): MessageBody =>
  type === 'card'
    ? quietCard(reader, sampleMatch(at), settings)
    : post(reader, {
        event: sampleEvent(type, sampleMatch(at), at),
        subject: subjectFor(type, at),
        settings: { ...settings, roles: [] },
        memberIds: [],
        correctedAt: null,
      });

const subjectFor = (type: Exclude<AlertType, 'card'>, at: Instant): AlertSubject => {
  const held = type === 'start' ? sampleStart(at) : sampleMatch(at);
  return type === 'daily'
    ? { kind: 'day', matches: [held] }
    : { kind: 'match', held, offset: SAMPLE_OFFSET };
};
