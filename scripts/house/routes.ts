import { existsSync } from 'node:fs'
import type { SourceFile } from './files.ts'

/** Where the policy of a route is read, and not decided. */
const PIPELINE = /^src\/(server|app\/(ingress|opening|pages|openapi))\//

/**
 * A regular expression that begins with a path of the shop (`/^\/api`), or a path in a comparison. Only fixed addresses
 * outside of all routes are allowed: health endpoints and what a closed shop says to crawlers.
 */
const PATH_PATTERN = /\/\^?\\\/\(?\^?(api|admin|checkout|orders|cart|products?|uploads|assets|login)\b/

/** Routes say their policy where they are defined; a pattern of paths elsewhere would miss the next route. */
export function findPathPatterns(source: SourceFile[]): string[] {
  return source
    .filter(({ path }) => PIPELINE.test(path))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, index) =>
          PATH_PATTERN.test(line)
            ? [`${path}:${index + 1} decides by a pattern of paths; say it in the route's policy`]
            : [],
        ),
    )
}

/** Most files with a stage of a request, from the socket to the called function. */
const MAX_STAGES = 12

/** The stages that docs/architecture.md lists exist, and are few. */
export function findBadStages(documents: SourceFile[]): string[] {
  const { text = '' } = documents.find(({ path }) => path === 'docs/architecture.md') ?? {}
  const section = text.split('## How a request is served')[1]?.split('\n7. ')[0] ?? ''
  const stages = [...section.matchAll(/(?<=\d\. .*|^ .*)`(src\/[\w./-]+\.ts)`/gm)].map(([, file = '']) => file)
  return [
    ...(stages.length === 0 || stages.length + 1 > MAX_STAGES
      ? [`docs/architecture.md lists ${stages.length} stages and the API file; at most ${MAX_STAGES} are allowed`]
      : []),
    ...stages
      .filter((file) => !existsSync(file))
      .map((file) => `docs/architecture.md lists ${file}, which is not there`),
  ]
}
