// Plain JavaScript, loaded before the first TypeScript file: an older Node cannot even parse what
// follows, and better-sqlite3 crashes on Node 20 without a word.
if (!/^2[46]\./.test(process.versions.node)) {
  console.error(
    `Bandeja needs Node 24 or 26; this is Node ${process.versions.node}. ` +
      'On Linux with glibc (x64, arm64) "npm ci" brings its own, which "npm start" and the other scripts use; ' +
      'elsewhere, Alpine included, install one of these.',
  );
  process.exit(1);
}

// The zone of the machine never counts: every time is an instant, or local to a tournament, channel or member.
process.env.TZ = 'UTC';
