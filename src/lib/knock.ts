import { once } from 'node:events';
import { connect } from 'node:net';
import { inTime } from './in-time.ts';

/** One end of a TCP connection. */
export interface End {
  readonly host: string;
  readonly port: number;
}

/**
 * Opens a TCP connection and leaves. WebSockets keep to themselves why they cannot be opened: this tells.
 * @throws the system's error (`ECONNREFUSED`, `ENOTFOUND`), or Late
 */
export const knock = async ({ host, port }: End, milliseconds: number): Promise<void> => {
  const socket = connect({ host, port });
  try {
    await inTime(once(socket, 'connect'), milliseconds);
  } finally {
    socket.destroy();
  }
};
