import { RESTJSONErrorCodes } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { meaningOf, sendOutcomeOfError, type Meaning } from '#src/discord/rest/errors.ts';
import { refused } from './refused.ts';

/** Whose each code is that a message, a thread, an edit, a pin or a server event can meet. */
const KNOWN: Readonly<Record<Exclude<Meaning, 'declined' | 'thread-closed'>, readonly number[]>> = {
  'unknown-channel': [10_003, 10_004],
  'missing-access': [50_001, 40_007],
  'missing-permissions': [50_013],
  'not-a-text-channel': [50_008, 40_058, 50_024],
  'direct-messages-closed': [50_007, 50_278, 20_009, 10_013],
  gone: [10_008, 160_005, 50_083, 10_070, 180_000],
  'edited-too-often': [30_046],
  moment: [
    ...[0, 20_016, 20_022, 20_028, 20_029, 40_001, 40_003, 40_004, 40_006, 40_062, 40_333],
    ...[50_014, 110_000, 130_000],
  ],
  ours: [
    ...[50_035, 50_109, 40_005, 50_006, 50_003, 50_005, 50_021, 50_068, 50_041, 50_028, 10_014],
    ...[30_015, 50_045, 50_046, 50_146, 50_019, 30_003, 40_033, 160_004],
  ],
};

const expected = (code: number): Meaning => {
  const [known] = Object.entries(KNOWN).find(([, codes]) => codes.includes(code)) ?? ['declined'];
  return known as Meaning;
};

const LIST = Object.values(RESTJSONErrorCodes).filter((code) => typeof code === 'number');

describe("a code of Discord's list", () => {
  it.each(LIST)('has a meaning: %i', (code) => {
    expect(meaningOf(refused(code))).toBe(expected(code));
  });

  it.each([40_066, 40_067, 160_006, 160_007, 200_000, 200_001, 240_000, 999_999])(
    "is the channel's, kept and named by its number: %i",
    (code) => {
      expect(sendOutcomeOfError(refused(code, 400))).toEqual({
        kind: 'declined',
        code,
        reason: 'words of Discord',
      });
    },
  );
});

it.each([400, 403, 404, 418])('an answer %i without a code is of the moment', (status) => {
  expect(sendOutcomeOfError(refused(undefined, status))).toMatchObject({
    kind: 'failed',
    reason: `status ${status}`,
  });
});
