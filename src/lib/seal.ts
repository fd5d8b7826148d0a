import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts text for processes with the same secret.
 * @param secret of any length, known only to processes that may read
 */
export const createSeal = (secret: string) => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'bandeja seal', KEY_BYTES));
  return {
    seal: (text: string): string => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce);
      const encrypted = [cipher.update(text, 'utf8'), cipher.final()];
      return Buffer.concat([nonce, cipher.getAuthTag(), ...encrypted]).toString('base64url');
    },
    /** @throws when the text was sealed with another secret, or was changed */
    open: (sealed: string): string => {
      const bytes = Buffer.from(sealed, 'base64url');
      const body = NONCE_BYTES + TAG_BYTES;
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, body));
      return Buffer.concat([decipher.update(bytes.subarray(body)), decipher.final()]).toString(
        'utf8',
      );
    },
  };
};

export type Seal = ReturnType<typeof createSeal>;
