# The site, and with another command its reference upstream: node build/machine/upstream.js
FROM node:24-slim AS modules
WORKDIR /site
COPY package.json package-lock.json .npmrc ./
# without source maps, types and the packages' own tests, which no program reads
RUN npm ci --omit=dev \
  && find node_modules -type f \( -name '*.map' -o -name '*.ts' -o -name '*.[cm]ts' \) -delete \
  && find node_modules -type d \( -name test -o -name tests -o -name __tests__ -o -name coverage -o -name .github \) \
    -prune -exec rm -rf {} + \
  && chmod -R a+rX .

FROM node:24-slim AS build
WORKDIR /site
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY remix.config.js tsconfig.json ./
COPY app app
COPY public public
COPY server server
COPY deploy/health.sh deploy/health.sh
# a checkout may be readable for its owner only
RUN npm run build && rm build/machine/*.map && chmod -R a+rX build deploy server

FROM node:24-slim
WORKDIR /site
# a second arena for each thread that compresses or draws would keep what it has freed
ENV NODE_ENV=production DATA_DIR=/data PORT=3000 MALLOC_ARENA_MAX=2
RUN mkdir /data && chown node:node /data
# what seldom changes first: a new version of the site changes only the last layers
COPY --from=modules /site ./
# what the reference upstream serves as it is, and its database's migrations
COPY --from=build /site/server/upstream/media/clips server/upstream/media/clips
COPY --from=build /site/server/upstream/media/covers server/upstream/media/covers
COPY --from=build /site/server/upstream/media/art server/upstream/media/art
COPY --from=build /site/server/upstream/db/migrations server/upstream/db/migrations
COPY --from=build /site/deploy deploy
COPY --from=build /site/build build
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=3s --timeout=5s --start-period=30s CMD ["/site/deploy/health.sh"]
CMD ["node", "--max-old-space-size=112", "build/machine/main.js"]
