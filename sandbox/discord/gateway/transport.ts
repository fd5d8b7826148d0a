import { constants, createDeflate } from 'node:zlib';
import type { WebSocket } from 'ws';

const FRAME_END = Buffer.from([0x00, 0x00, 0xff, 0xff]);

/** Sends one frame of text. */
export type SendText = (text: string) => void;

/**
 * How frames are sent over a socket: as text, or with `compress=zlib-stream` as one zlib stream per
 * connection, flushed after each frame (its end is `00 00 ff ff`).
 */
export const createTransport = (socket: WebSocket, compress: string | null): SendText => {
  if (compress !== 'zlib-stream') {
    return (text) => {
      socket.send(text);
    };
  }
  const deflate = createDeflate({ flush: constants.Z_SYNC_FLUSH });
  let pending: Buffer[] = [];
  deflate.on('data', (chunk: Buffer) => {
    pending.push(chunk);
    const frame = Buffer.concat(pending);
    if (!frame.subarray(-FRAME_END.length).equals(FRAME_END)) return;
    pending = [];
    socket.send(frame);
  });
  socket.on('close', () => {
    deflate.destroy();
  });
  return (text) => {
    if (!deflate.destroyed) deflate.write(text);
  };
};
