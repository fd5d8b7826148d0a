/** The address when it is one that a message may lead to: http or https, never script. */
export function safeUrl(address: unknown): string | null {
  if (typeof address !== 'string' || !URL.canParse(address)) return null;
  return ['http:', 'https:'].includes(new URL(address).protocol) ? address : null;
}
