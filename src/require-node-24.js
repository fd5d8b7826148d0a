// Plain JavaScript, loaded before the first TypeScript file: an older Node cannot even parse what
// follows, and better-sqlite3 crashes on Node 20 without a word (`npm ci --ignore-scripts` leaves it in place).
const major = Number(process.versions.node.split('.')[0]);
if (major !== 24) {
  console.error(
    `Bandeja needs Node 24; this is Node ${process.versions.node}. ` +
      'Run "npm ci" (without --ignore-scripts): it brings its own Node 24, ' +
      'and start with "npm start", "npm run demo" or "npm test", which use it.',
  );
  process.exit(1);
}
