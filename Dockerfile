# The site, and with another command its reference upstream: node build/machine/upstream.js
FROM node:24-slim AS build
WORKDIR /site
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY remix.config.js tsconfig.json ./
COPY app app
COPY public public
COPY server server
RUN npm run build && npm prune --omit=dev

FROM node:24-slim
WORKDIR /site
# a second arena for each thread that compresses or draws would keep what it has freed
ENV NODE_ENV=production DATA_DIR=/data PORT=3000 MALLOC_ARENA_MAX=2
RUN mkdir /data && chown node:node /data
COPY package.json ./
COPY --from=build /site/node_modules node_modules
COPY --from=build /site/build build
# what the reference upstream serves as it is, and its database's migrations
COPY server/upstream/media/art server/upstream/media/art
COPY server/upstream/media/clips server/upstream/media/clips
COPY server/upstream/media/covers server/upstream/media/covers
COPY server/upstream/db/migrations server/upstream/db/migrations
USER node
VOLUME /data
EXPOSE 3000
# both programs answer at this path: the site that it lives, the upstream that there is no such thing
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.status < 500 ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-old-space-size=112", "build/machine/main.js"]
