import packageFile from '../../package.json' with { type: 'json' };

/**
 * The User-Agent of our own requests: proxies refuse a missing or a default one.
 * @param contact an address of the operator, if known
 */
export const userAgent = (contact?: string): string => {
  const name = `Bandeja/${packageFile.version}`;
  // As `href` it is ASCII, whatever was configured.
  return contact === undefined ? name : `${name} (+${new URL(contact).href})`;
};
