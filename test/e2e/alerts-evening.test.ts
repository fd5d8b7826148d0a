import { afterAll, beforeAll, describe } from 'vitest';
import { describePosts } from './evening-told.ts';
import { describeCommands } from './evening-trust.ts';
import { playEvening, type Evening } from './evening.ts';

let played: Evening;
const evening = (): Evening => played;

beforeAll(async () => {
  played = await playEvening();
});

afterAll(() => played.stop());

describe('the posts of an evening', () => {
  describePosts(evening);
});

describe("the moderators' commands after the evening", () => {
  describeCommands(evening);
});
