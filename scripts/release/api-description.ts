import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startShop } from '#tests/shop-process.ts'

type Description = { paths: Record<string, unknown> }

/** The OpenAPI document of the built shop, without the calls of a demo. */
export async function describeApi(): Promise<string> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'golconda-api-'))
  const shop = await startShop({ DATA_DIR: dataDir, DATABASE_URL: '' })
  try {
    const description: Description = await (await fetch(`${shop.url}/api/openapi.json`)).json()
    const paths = Object.entries(description.paths).filter(([name]) => !name.startsWith('/api/demo/'))
    return `${JSON.stringify({ ...description, servers: [{ url: 'https://shop.example' }], paths: Object.fromEntries(paths) }, null, 2)}\n`
  } finally {
    await shop.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
