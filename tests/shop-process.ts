import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Server } from 'node:net'
import { freePort } from '#src/testing/postgres-server.ts'
import { SHOP_MEMORY_ENV, shopCommandFor } from '../scripts/build.ts'

export type ShopProcess = {
  url: string
  pid: number | undefined
  /** Everything that it printed so far. */
  output: () => string
  hasEnded: () => boolean
  /** Ends it as a person at the keyboard does, and waits for that. SIGTERM would wait until lines that are idle end. */
  stop: () => Promise<void>
  /** Ends it as systemd does (SIGTERM): without breaking anything off. Gives back its exit code. */
  leave: () => Promise<number | null>
  /** Ends it as a power switch would: kill -9. */
  kill: () => Promise<void>
}

type RunOptions = {
  env: NodeJS.ProcessEnv
  cwd?: string
  /** Kills it as soon as this ends. */
  untilKilled?: Promise<void> | undefined
}

/** Runs a program of Node to its end, and returns its exit code and all that it printed. */
export async function runNode(words: string[], { untilKilled, ...options }: RunOptions) {
  const child = spawn(process.execPath, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  void untilKilled?.then(() => child.kill('SIGKILL'))
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  const [code] = await once(child, 'close')
  return { code, said }
}

export const ADMIN = { email: 'maker@golconda.example', password: 'dark-and-slow-72' }

const START_SECONDS = 120

/** Node has no name for the descriptor of a socket that listens. */
const fdOf = (socket: Server) => (socket as unknown as { _handle: { fd: number } })._handle.fd

type StartOptions = {
  /** Listens at env.PORT, and is handed over as systemd does. */
  socket?: Server
  /** Of an unpacked release, instead of the build of this repository. */
  folder?: string | undefined
}

/**
 * Starts the built shop (dist/), as `npm start` does, as a demo on a free port and waits until it answers. `env` says
 * where its data is.
 */
export async function startShop(
  env: Record<string, string>,
  { socket, folder }: StartOptions = {},
): Promise<ShopProcess> {
  const port = env.PORT ?? String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, shopCommandFor({ ...process.env, ...env }), {
    cwd: folder,
    env: {
      ...SHOP_MEMORY_ENV,
      ...process.env,
      NODE_ENV: 'production',
      SHOP_MODE: 'demo',
      RATE_LIMITS: 'relaxed',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      PUBLIC_URL: url,
      ...env,
      PORT: port,
      ...(socket && { LISTEN_FDS: '1' }),
    },
    stdio: ['ignore', 'pipe', 'pipe', ...(socket ? [fdOf(socket)] : [])],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  // A test run that is cancelled takes its shops along.
  const takeAlong = () => child.kill('SIGKILL')
  process.once('exit', takeAlong)
  const exit = once(child, 'exit').finally(() => process.off('exit', takeAlong))
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const end = async (signal: NodeJS.Signals) => {
    if (!hasEnded()) child.kill(signal)
    await exit
    return child.exitCode
  }
  for (const giveUpAt = Date.now() + START_SECONDS * 1000; ; await new Promise((resolve) => setTimeout(resolve, 10))) {
    // A live shop that is not open yet answers this, too.
    const answer = await fetch(`${url}/api/settings/public`).catch(() => undefined)
    if (answer?.ok) break
    if (child.exitCode === null && Date.now() < giveUpAt) continue
    await end('SIGKILL')
    throw new Error(`The shop does not start:\n${output}`)
  }
  return {
    url,
    pid: child.pid,
    output: () => output,
    hasEnded,
    stop: async () => void (await end('SIGINT')),
    leave: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
  }
}
