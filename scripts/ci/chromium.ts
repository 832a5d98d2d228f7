import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/**
 * Debian's binaries without its start script, which enables extensions and a GPU (a quarter slower). The headless shell
 * comes first: same engine, two thirds of the time.
 */
const OF_DEBIAN = ['/usr/lib/chromium/chromium-headless-shell', '/usr/lib/chromium/chromium']
const NO_CAMERA = /headless-shell$/
/**
 * The headless shell is faster; only the whole browser has a camera. The font is as wide as Arial, to which our
 * fallback fonts are fitted (fonts.css).
 */
const PACKAGES = ['chromium-headless-shell', 'chromium', 'fonts-liberation']
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/**
 * Finds a Chromium that starts: CHROMIUM_PATH, one on the machine, Debian's packages, or Playwright's download. Throws
 * one line that says what to install.
 */
export function findChromium(needs?: 'with a camera'): string {
  const given = process.env.CHROMIUM_PATH
  const isFit = (found: string) => !(needs && NO_CAMERA.test(found))
  if (given && isFit(given)) {
    if (starts(given)) return given
    throw new Error(`CHROMIUM_PATH is ${given}, but that does not start.`)
  }
  for (const find of [onPath, installedByDebian, downloadedByPlaywright]) {
    const found = find(isFit)
    if (found && starts(found)) return found
  }
  throw new Error(
    'No browser for the e2e tests: install Chromium ("apt-get install chromium-headless-shell"), or set CHROMIUM_PATH.',
  )
}

function starts(executable: string): boolean {
  try {
    return execFileSync(executable, ['--version'], { encoding: 'utf8', stdio: 'pipe' }).includes('Chrom')
  } catch {
    return false
  }
}

type IsFit = (executable: string) => boolean

function onPath(isFit: IsFit): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const candidates = [...OF_DEBIAN, ...NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name))), MAC]
  return candidates.find((found) => isFit(found) && isExecutable(found))
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Debian only: Ubuntu's package of this name installs a snap. */
function installedByDebian(isFit: IsFit): string | undefined {
  const isDebian = existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
  if (!isDebian || process.getuid?.() !== 0) return undefined
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  if (!tried('apt-get', ['update', '-q'], env)) return undefined
  const install = (name: string) => tried('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], env)
  // One at a time: older Debian releases lack the first.
  for (const name of PACKAGES) install(name)
  return onPath(isFit)
}

function downloadedByPlaywright(): string | undefined {
  const executable = chromium.executablePath()
  if (existsSync(executable)) return executable
  const withLibraries = process.platform === 'linux' && process.getuid?.() === 0 ? ['--with-deps'] : []
  return tried('playwright', ['install', ...withLibraries, 'chromium'], process.env) ? executable : undefined
}

function tried(command: string, given: string[], env: NodeJS.ProcessEnv): boolean {
  try {
    execFileSync(command, given, { env, stdio: ['ignore', 'ignore', 'pipe'], shell: process.platform === 'win32' })
    return true
  } catch {
    return false
  }
}

if (import.meta.main) console.log(findChromium())
