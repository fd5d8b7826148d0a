const isDecodable = (url: string): boolean => {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '');
    return true;
  } catch {
    return false;
  }
};

/**
 * What a server does with addresses that Fastify would refuse itself, before any hook:
 * a path that cannot be decoded leads to one that does not exist, and ids may have any length.
 */
export const ADDRESSES = {
  rewriteUrl: ({ url = '/' }: { readonly url?: string | undefined }): string =>
    isDecodable(url) ? url : '/api/undecodable',
  routerOptions: { maxParamLength: 16_384 },
};
