import { afterAll, beforeAll, describe } from 'vitest';
import { describeTold } from './evening-told.ts';
import { describeTrust } from './evening-trust.ts';
import { playEvening, type Evening } from './evening.ts';

let played: Evening;
const evening = (): Evening => played;

beforeAll(async () => {
  played = await playEvening();
}, 180_000);

afterAll(() => played.stop());

describe('what channels are told of an evening', () => {
  describeTold(evening);
});

describe('what moderators can find out of it', () => {
  describeTrust(evening);
});
