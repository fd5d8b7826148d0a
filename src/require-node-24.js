// Plain JavaScript, loaded before the first TypeScript file: an older Node cannot even parse what
// follows, and better-sqlite3 crashes on Node 20 without a word.
const major = Number(process.versions.node.split('.')[0]);
if (major !== 24) {
  console.error(
    `Bandeja needs Node 24; this is Node ${process.versions.node}. ` +
      'On Linux "npm ci" brings its own (x64 and arm64), which "npm start" and the other scripts use; ' +
      'elsewhere install Node 24.',
  );
  process.exit(1);
}

// The zone of the machine never counts: every time is an instant, or local to a tournament, channel or member.
process.env.TZ = 'UTC';
