FROM node:26-slim AS build
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# The image brings its own Node: the one from the registry goes. What the build compiles is only good for its own user.
RUN npm run build && npm prune --omit=dev \
    && rm -rf node_modules/node-linux-* node_modules/.bin/node dist/server/compiled

FROM node:26-slim
# A container listens to all: a demo in one starts only with DEMO_IN_PUBLIC=accepted, because everybody reads its mailbox.
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 HOST=0.0.0.0 PORT=3000 DATA_DIR=/data BACKUP_DIR=/backups
WORKDIR /shop
RUN install -d -o node -g node -m 700 /data /backups
COPY --from=build /shop/package.json ./
COPY --from=build /shop/node_modules node_modules
COPY --from=build /shop/db db
COPY --from=build /shop/src src
COPY --from=build /shop/scripts scripts
COPY --from=build /shop/public public
COPY --from=build /shop/dist dist
RUN install -d -o node -g node dist/server/compiled
USER node
RUN node scripts/compile.ts
VOLUME ["/data", "/backups"]
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=40", "dist/server/main.js"]
