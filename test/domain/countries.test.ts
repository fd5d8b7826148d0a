import { expect, it } from 'vitest';
import { countryCodeOf } from '#src/domain/people/countries.ts';

it.each([
  ['Spain', 'ES'],
  ['CÔTE D’IVOIRE', 'CI'],
  ['Turkey', 'TR'],
  ['Türkiye', 'TR'],
  ['Germany', 'DE'],
  ['USA', 'US'],
  ['UK', 'GB'],
  ['pt', 'PT'],
  ['ZZ', null],
  ['Atlantis', null],
  ['', null],
])('the country %j has the code %j', (text, code) => {
  expect(countryCodeOf(text)).toBe(code);
});
