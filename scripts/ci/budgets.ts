import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startShop } from '#tests/shop-process.ts'
import { buildIfNeeded } from '../build.ts'

/**
 * In KB of 1024 bytes after Brotli. The goal for a page is 20: a server sends ten packets of 1,460 bytes before it
 * waits for an acknowledgement, so one more byte costs another round trip.
 */
const BUDGETS = { scripts: 125, styles: 15, fonts: 60, page: 14 }
/**
 * Most visits start here. The goal is 110 for both; React, the router and Query take 89.8 of it. Lower these limits
 * after each saving.
 */
const SCRIPTS_OF: Record<string, number> = { '/products': 109.2, '/product/1': 109.7 }
const CLIENT = 'dist/client'
const PAGES = [
  '/',
  ...Object.keys(SCRIPTS_OF),
  '/community-stories',
  '/emotion-chocolates',
  '/mood-tracker',
  '/traceability',
  '/about',
  '/contact',
  '/cart',
]

type Weight = Record<keyof typeof BUDGETS, number>

/** Counts what the first view of each page loads: scripts with their static imports, styles, fonts, and the page. */
async function main() {
  await buildIfNeeded()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'golconda-budgets-'))
  const shop = await startShop({ DATA_DIR: dataDir, DATABASE_URL: '' })
  try {
    console.log(row(['page', ...Object.keys(BUDGETS)]))
    // By turns: a shop that has just started sheds load.
    for (const page of PAGES) judge(page, await weigh(shop.url + page))
  } finally {
    await shop.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function judge(page: string, weight: Weight): void {
  const limits: Weight = { ...BUDGETS, scripts: SCRIPTS_OF[page] ?? BUDGETS.scripts }
  const kinds = Object.keys(limits) as (keyof Weight)[]
  console.log(row([page, ...kinds.map((kind) => weight[kind].toFixed(1))]))
  for (const kind of kinds) {
    if (weight[kind] <= limits[kind]) continue
    console.log(
      `${page} makes a phone load ${weight[kind].toFixed(1)} KB of ${kind}; at most ${limits[kind]} are allowed.`,
    )
    process.exitCode = 1
  }
}

async function weigh(url: string): Promise<Weight> {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'br' } })
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}.`)
  const html = await answer.text()
  const styles = foundIn(html, /<link rel="stylesheet" href="([^"]+)"/g)
  const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + sentKB(file), 0)
  return {
    scripts: sum(withImports(foundIn(html, /"(\/assets\/[^"]+\.js)"/g))),
    styles: sum(styles),
    fonts: sum(fontsFor(html, styles.map((file) => fileAt(file).toString()).join(''))),
    page: (headSize(answer.headers) + Number(answer.headers.get('content-length') ?? Number.NaN)) / 1024,
  }
}

const headSize = (headers: Headers) =>
  [...headers].flat().reduce((sum, part) => sum + part.length + 2, 'HTTP/1.1 200 OK\r\n\r\n'.length)

const foundIn = (text: string, pattern: RegExp) => [
  ...new Set([...text.matchAll(pattern)].map(([, found = '']) => found)),
]

/** Follows static imports only; `import()` loads later. */
function withImports(files: string[]): Set<string> {
  const found = new Set(files)
  for (const file of found) {
    const imported = fileAt(file)
      .toString()
      .matchAll(/(?:^|[;}\n])(?:import|export)\b[^'"`();]*?["'`](\.{1,2}\/[^"'`]+)["'`]/g)
    for (const [, to = ''] of imported) found.add(path.posix.join(path.posix.dirname(file), to))
  }
  return found
}

/** Families that only some pages use, and the classes that name them. */
const NAMED_BY: Record<string, string> = { 'House Name': 'font-name', 'Tiro Telugu': 'font-voice' }

/** Fonts that a browser would choose for the letters of the page, and preloaded ones. */
function fontsFor(html: string, css: string): Set<string> {
  const fonts = new Set(foundIn(html, /<link rel="preload" href="([^"]+\.woff2)"/g))
  // Fallback fonts are on the device.
  const sent = [...css.matchAll(/@font-face\s*\{[^}]*\}/g)].filter(([face]) => face.includes('url('))
  const faces = sent.map(([face]) => ({
    file: /url\(["']?([^"')]+\.woff2)/.exec(face)?.[1] ?? '',
    family: /font-family:\s*["']?([^;"'}]+)/.exec(face)?.[1] ?? '',
    ranges: /unicode-range:([^;}]+)/.exec(face)?.[1]?.split(',') ?? ['U+0-10FFFF'],
  }))
  for (const family of new Set(faces.map((face) => face.family))) {
    const name = NAMED_BY[family]
    const text = name
      ? foundIn(html, new RegExp(`class="[^"]*\\b${name}\\b[^"]*"[^>]*>([^<]*)`, 'g')).join('')
      : textOf(html)
    for (const letter of new Set(text)) {
      const face = faces.findLast((one) => one.family === family && one.ranges.some((range) => holds(range, letter)))
      if (face) fonts.add(face.file)
    }
  }
  return fonts
}

function holds(range: string, letter: string): boolean {
  const point = letter.codePointAt(0) ?? 0
  const [from = '', to = from] = range.trim().replace(/^U\+/i, '').split('-')
  return (
    point >= Number.parseInt(from.replaceAll('?', '0'), 16) && point <= Number.parseInt(to.replaceAll('?', 'F'), 16)
  )
}

const textOf = (html: string) =>
  html.replaceAll(/<(script|style|head)\b[\s\S]*?<\/\1>/g, '').replaceAll(/<[^>]*>/g, ' ')

const fileAt = (address: string) => readFileSync(path.join(CLIENT, address))

/** Files compressed by scripts/build.ts; small and already compressed ones are sent as they are. */
function sentKB(address: string): number {
  const file = path.join(CLIENT, address)
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size / 1024
}

const row = ([page = '', ...figures]: string[]) =>
  page.padEnd(22) + figures.map((figure) => figure.padStart(9)).join('')

await main()
