import {
  SEND_PRIORITIES,
  type ChannelWriter,
  type SendPriorityName,
  type Sender,
  type SendOutcome,
} from './sender.ts';

type CountRequest = (result: SendOutcome['kind'], priority: SendPriorityName) => void;

export const instrumentedSender = (sender: Sender, count: CountRequest): Sender => ({
  ...sender,
  inTurn: (channelId, priority, work) =>
    sender.inTurn(channelId, priority, (writer) =>
      work(
        countedWriter(writer, (outcome) => {
          count(outcome.kind, sendPriorityName(priority));
          return outcome;
        }),
      ),
    ),
});

export const SEND_PRIORITY_NAMES: readonly SendPriorityName[] = [
  'headline',
  'set',
  'other',
  'card',
  'board',
];

export const SEND_RESULTS: readonly SendOutcome['kind'][] = [
  'sent',
  'gone',
  'refused',
  'declined',
  'rejected',
  'limited',
  'failed',
];

export const sendPriorityName = (priority: number): SendPriorityName =>
  SEND_PRIORITY_NAMES.find((name) => SEND_PRIORITIES[name] === priority) ?? 'other';

const countedWriter = (
  writer: ChannelWriter,
  counted: (outcome: SendOutcome) => SendOutcome,
): ChannelWriter => ({
  post: async (body, nonce, lost) => counted(await writer.post(body, nonce, lost)),
  find: (lost) => writer.find(lost),
  edit: async (messageId, body) => counted(await writer.edit(messageId, body)),
  remove: async (messageId) => counted(await writer.remove(messageId)),
  openThread: async (messageId, name) => counted(await writer.openThread(messageId, name)),
  openPost: async (name, body, lost) => counted(await writer.openPost(name, body, lost)),
  publish: async (messageId) => counted(await writer.publish(messageId)),
  pin: async (messageId) => counted(await writer.pin(messageId)),
  within: (threadId) => countedWriter(writer.within(threadId), counted),
});
