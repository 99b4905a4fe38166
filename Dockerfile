# syntax=docker/dockerfile:1
# In your own builds, pin the base by digest: --build-arg BASE=debian:bookworm-slim@sha256:…
ARG BASE=debian:bookworm-slim
FROM ${BASE} AS base

# Nothing in here runs on the processor that the image is for, so that one machine makes it for all.
FROM --platform=$BUILDPLATFORM node:24-bookworm-slim AS build
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && npm pack
COPY --from=base /etc/passwd /etc/group /image/root/etc/
ARG TARGETARCH
RUN node bin/package/image.mjs $TARGETARCH /image

# `npm run release -- --ways` makes the image from the lines below, where there is no engine. It knows these instructions only.
FROM base
LABEL org.opencontainers.image.title="Hangtag" org.opencontainers.image.licenses="MIT"
ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/hangtag/node/bin HANGTAG_IMAGE=1
ENV NODE_ENV=production HOST=0.0.0.0 PORT=5000 DATA_DIR=/data
COPY --from=build /image/root /
# The folder is its user's before it becomes a volume, so that new volumes are, too.
COPY --from=build --chown=1000:1000 /image/data /data
USER 1000:1000
VOLUME /data
EXPOSE 5000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "require('http').get({ host: '127.0.0.1', port: process.env.PORT, path: '/healthz' }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
# A script that becomes the server, which therefore receives SIGTERM. Other commands: docker compose exec hangtag hangtag doctor
CMD ["hangtag", "start", "--service"]
