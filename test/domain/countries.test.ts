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
  ['Hong Kong', 'HK'],
  ['Macao SAR China', 'MO'],
  ['Bosnia and Herzegovina', 'BA'],
  ['Bosnia & Herzegovina', 'BA'],
  ['Trinidad and Tobago', 'TT'],
  ['Palestine', 'PS'],
  ['Chinese Taipei', 'TW'],
  ['Saint Vincent and the Grenadines', 'VC'],
  ['The Netherlands', 'NL'],
  ['ZZ', null],
  ['Atlantis', null],
  ['', null],
])('the country %j has the code %j', (text, code) => {
  expect(countryCodeOf(text)).toBe(code);
});
