# One image runs the portal: the process and the pages from dist; src holds the migrations and the commands.
FROM node:24-slim AS packages
WORKDIR /portal
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund

FROM packages AS build
ARG AREA=standard
ENV AREA=$AREA NODE_ENV=production ASTRO_TELEMETRY_DISABLED=1
COPY . .
RUN npm run build

FROM packages AS runtime-packages
RUN npm prune --omit=dev --no-audit --no-fund && rm -rf node_modules/node-linux-* node_modules/.bin/node \
  node_modules/openchemlib/dist/openchemlib.debug.js node_modules/openchemlib/dist/resources.json

FROM node:24-slim
ARG AREA=standard
ENV AREA=$AREA NODE_ENV=production HOST=0.0.0.0 PORT=4321 DATA_DIR=/data
# Two arenas of the allocator: pictures and text recognition hold some 120 MB less at their peak.
ENV MALLOC_ARENA_MAX=2
# On PostgreSQL WORKERS uses several cores; the main process passes SIGTERM on and starts a worker that died again.
WORKDIR /portal
RUN mkdir /data && chown node:node /data
COPY --from=runtime-packages /portal/node_modules ./node_modules
COPY package.json ./
COPY areas ./areas
COPY src ./src
COPY --from=build /portal/dist ./dist
USER node
VOLUME /data
EXPOSE 4321
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
# As `npm run serve`: the memory of new objects is bounded, which a process under load would let grow to 190 MB, and
# that of old ones is collected when it has grown by two fifths instead of doubled.
CMD ["node", "--max-semi-space-size=16", "--heap-growing-percent=40", "dist/process/main.js"]
