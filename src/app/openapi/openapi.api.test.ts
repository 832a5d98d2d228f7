import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { PROBLEM_TITLES } from '#src/core/problem-codes.ts'
import { listOperations, type OpenApiDocument } from '#src/server/routes/openapi-types.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { createFullApi } from '#tests/factories/full-api.ts'

async function aDescribedShop() {
  const database = await testDatabase()
  const api = createFullApi(database)
  const { cookie } = await createAdmin(database.db)
  const ask = (path: string, headers: Record<string, string> = {}) => api.request(path, { headers })
  const forAll: OpenApiDocument = await (await ask('/api/openapi.json')).json()
  const forTheAdmin: OpenApiDocument = await (await ask('/api/admin/openapi.json', { cookie })).json()
  return { api, ask, cookie, forAll, forTheAdmin }
}

const names = (description: OpenApiDocument) =>
  listOperations(description).map(({ method, path }) => `${method.toUpperCase()} ${path}`)

describe('the API description', () => {
  it('is valid OpenAPI 3.1', async () => {
    const { forTheAdmin } = await aDescribedShop()
    expect(await new Validator().validate({ ...forTheAdmin })).toEqual({ valid: true })
  })

  it('has the version of the release, and says what a new one may change', async () => {
    const { forAll } = await aDescribedShop()
    expect(forAll.info.version).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version)
    expect(forAll.info.description).toContain('Sunset')
  })

  it('has every call, and no other', async () => {
    const { api, forTheAdmin } = await aDescribedShop()
    const mounted = api.routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}')}`)
    expect(names(forTheAdmin).sort()).toEqual([...new Set(mounted)].sort())
  })

  it('has a summary, a unique name, and success and error responses for every call', async () => {
    const { forTheAdmin } = await aDescribedShop()
    const calls = listOperations(forTheAdmin)
    const wanting = calls.filter(
      ({ operation: { summary, responses = {} } }) =>
        !summary || !Object.keys(responses).some((status) => /^[23]/.test(status)) || !('503' in responses),
    )
    expect(wanting.map(({ method, path }) => `${method} ${path}`)).toEqual([])
    expect(new Set(calls.map(({ operation }) => operation.operationId)).size).toBe(calls.length)
  })

  it('shows the admin API to admins only', async () => {
    const { ask, forAll, forTheAdmin } = await aDescribedShop()
    const admin = listOperations(forTheAdmin).filter(({ operation }) =>
      operation.security?.some((one) => 'admin' in one),
    )
    expect(admin.length).toBeGreaterThan(60)
    const described = new Set(names(forAll))
    expect(admin.filter(({ method, path }) => described.has(`${method.toUpperCase()} ${path}`))).toEqual([])
    expect(described.has('POST /api/payments/upi/initiate')).toBe(true)
    for (const path of ['/api/admin/openapi.json', '/api/admin/docs']) expect((await ask(path)).status).toBe(401)
  })

  it('is also a page, readable without its one script, which sends calls to the shop alone', async () => {
    const { ask, cookie } = await aDescribedShop()
    const page = await ask('/api/docs')
    const policy = page.headers.get('content-security-policy')
    const html = await page.text()
    const [script, ...others] = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text)
    expect(others).toEqual([])
    const hash = createHash('sha256')
      .update(script ?? '')
      .digest('base64')
    expect(policy).toContain(`script-src 'sha256-${hash}'; connect-src 'self'`)
    expect(html).toContain('<code>Retry-After</code>')
    expect(html).toContain('POST /api/payments/upi/initiate')
    expect(html).not.toMatch(/<script [^>]*src|\/api\/admin\/orders/)
    for (const code of Object.keys(PROBLEM_TITLES)) expect(html).toContain(`id="${code}"`)
    expect(await (await ask('/api/admin/docs', { cookie })).text()).toContain('/api/admin/orders/{id}')
  })
})
