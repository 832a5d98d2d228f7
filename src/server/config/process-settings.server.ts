/** What the whole process shares and code without a context must know. */
export type ProcessSettings = {
  publicUrl: string
  trustedProxies: readonly string[]
  /** `relaxed` multiplies every limit by 1,000 for test runs (refused in live mode). */
  rateLimits: 'strict' | 'relaxed'
  /** All keys are derived from it. Commands read it only when they need a key. */
  masterSecret?: () => string
  /** Key of the network fingerprints. Without one, each process generates its own. */
  networkSecret?: string
}

/** The prefix of every command in our messages: a release has no npm. */
export const RUN = process.env.npm_execpath ? 'npm run' : 'node --run'

const DEFAULTS: ProcessSettings = { publicUrl: 'http://localhost:3000', trustedProxies: [], rateLimits: 'strict' }

const shared = globalThis as typeof globalThis & { processSettings?: ProcessSettings }

export const processSettings = (): Readonly<ProcessSettings> => shared.processSettings ?? DEFAULTS

export function configureProcess(change: Partial<ProcessSettings>): void {
  shared.processSettings = { ...processSettings(), ...change }
}

export function absoluteUrl(path: string): string {
  return new URL(path, processSettings().publicUrl).href
}
