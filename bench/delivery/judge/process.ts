import { startServer } from './server.ts';
import type { Order, Report } from './judge.ts';

/** The judge's own process, so that it uses the other core. */
const server = await startServer();

const report = (each: Report): void => {
  process.send?.(each);
};

process.on('message', (order: Order) => {
  if (order.kind === 'begin') {
    server.begin(order.rules);
    report({ kind: 'entries', entries: [] });
    return;
  }
  report({ kind: 'entries', entries: server.entriesOf(order.bot).slice(order.after) });
});
// The parent process has ended.
process.on('disconnect', () => {
  process.exit();
});
report({ kind: 'up', apiUrl: server.apiUrl });
