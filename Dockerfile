# Bandeja, for one container or many: docs/operations/README.md, "Containers".

# Pin it by digest for reproducible builds: docs/operations/README.md.
ARG NODE_IMAGE=node:26-bookworm-slim

# The packages of the bot. None is compiled, and none runs a script.
FROM ${NODE_IMAGE} AS packages
WORKDIR /bandeja
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
# Not needed: the lockfile's Node (the image has its own), and what is for compilers.
RUN rm -rf node_modules/.bin node_modules/node-linux-* node_modules/typescript \
        node_modules/better-sqlite3/deps node_modules/better-sqlite3/src

FROM ${NODE_IMAGE}
# Makes glibc return freed memory: docs/benchmarks.md, "Process memory".
ENV NODE_ENV=production \
    MALLOC_ARENA_MAX=2 \
    MALLOC_MMAP_THRESHOLD_=16384 \
    HTTP_PORT=3000 \
    HTTP_HOST=:: \
    DATABASE_URL=file:/data/bandeja.sqlite
WORKDIR /bandeja
COPY --from=packages /bandeja/node_modules node_modules
COPY package.json ./
COPY commands commands
COPY NOTICE ./
COPY data/cities.json data/cities.json
COPY data/locales data/locales
COPY data/where-to-watch.json data/where-to-watch.json
# .dockerignore leaves the sandbox out.
COPY src src
# The only place that the bot writes to, with SQLite only.
RUN install --directory --owner=node --group=node --mode=0700 /data
# The user node, by number: Kubernetes checks that it is not root.
USER 1000:1000
EXPOSE 3000
# A process that answers 503 reports a problem; restarting it does not help.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.HTTP_PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# No shell or npm in between, which would swallow SIGTERM.
CMD ["node", "--max-old-space-size=384", "--max-semi-space-size=4", "--import", "./src/require-node.js", "src/main.ts"]
