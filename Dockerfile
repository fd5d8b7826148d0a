# Bandeja, for one container or many: docs/operations/README.md, "In containers".

# Node and the system below it. With its digest it is the same for every build: docs/operations/README.md.
ARG NODE_IMAGE=node:24-bookworm-slim

# The packages that the bot runs with. None of them has to be compiled, and none runs a script.
FROM ${NODE_IMAGE} AS packages
WORKDIR /bandeja
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
# The Node of the lockfile, since the image has its own, and what is for compilers alone.
RUN rm -r node_modules/.bin node_modules/node-linux-* node_modules/typescript \
        node_modules/better-sqlite3/deps node_modules/better-sqlite3/src

FROM ${NODE_IMAGE}
# glibc gives large blocks back to the machine as they are freed: docs/benchmarks.md, "Process memory".
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
COPY data/locales data/locales
# Without the sandbox: .dockerignore leaves it out.
COPY src src
# The only place that is written to, and only with SQLite.
RUN install --directory --owner=node --group=node --mode=0700 /data
# The user node, by its number: Kubernetes looks whether that is root.
USER 1000:1000
EXPOSE 3000
# A process that answers 503 is alive, and says what is wrong: nobody has to restart it.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.HTTP_PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The program itself, without a shell or npm before it that would keep SIGTERM for themselves.
CMD ["node", "--max-old-space-size=384", "--max-semi-space-size=4", "--import", "./src/require-node-24.js", "src/main.ts"]
