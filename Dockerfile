# The image of an unpacked release, which is the build's context. `npm run release` builds it where Docker or Podman runs.
# With its digest, node@sha256:..., the base image is the same in every build.
ARG NODE_IMAGE=node:26.10.0-slim
FROM ${NODE_IMAGE}
# A container listens to all: a demo in one starts only with DEMO_IN_PUBLIC=accepted, because everybody reads its mailbox.
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072 MALLOC_MMAP_THRESHOLD_=40960 HOST=0.0.0.0 PORT=3000 DATA_DIR=/data BACKUP_DIR=/backups
WORKDIR /shop
RUN install -d -o node -g node -m 700 /data /backups
COPY . .
RUN install -d -o node -g node dist/server/compiled
USER node
RUN node --run compile
VOLUME ["/data", "/backups"]
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=40", "--wasm-tiering-budget=200000000", "dist/server/main.js"]
