import { describe, expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { DEFAULT_SETTINGS } from '#src/features/settings/default-settings.ts'
import { POLICY_NAMES } from '#src/features/settings/setting-names.ts'
import { changeSection } from '#src/features/settings/settings.server.ts'
import { policyVersions } from '#src/features/settings/settings.table.server.ts'
import { createTestApi } from '#src/testing/test-api.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { TEST_ADMIN } from '#tests/factories/custom-orders.ts'
import { policiesApi } from './policies.api.server.ts'

const read = async (db: Db, path: string) => (await createTestApi(policiesApi({ db })).request(`/api/${path}`)).json()

describe('the policies', () => {
  it('are told to everybody, each by its name, with the version that counts', () =>
    inTestTransaction(async (db) => {
      for (const name of POLICY_NAMES)
        expect(await read(db, `policies/${name}`)).toEqual({
          name,
          text: DEFAULT_SETTINGS.policies[name].text,
          version: 0,
          isCurrent: true,
          changedAt: null,
        })
      const returns = { text: '# Ours\nBring it back.', isConfirmed: true }
      const value = { ...DEFAULT_SETTINGS.policies, returns }
      await changeSection(db, 'policies', { version: 0, value, by: TEST_ADMIN })
      expect(await read(db, 'policies/returns')).toEqual({
        name: 'returns',
        text: returns.text,
        version: 1,
        isCurrent: true,
        changedAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
      })
    }))

  it('each version can be read, so that an order keeps the one it was placed under', () =>
    inTestTransaction(async (db) => {
      const texts = ['# Ours\nBring it back.', '# Ours\nKeep it.']
      for (const [version, text] of texts.entries()) {
        const value = { ...DEFAULT_SETTINGS.policies, returns: { text, isConfirmed: true } }
        await changeSection(db, 'policies', { version, value, by: TEST_ADMIN })
      }
      const versions = [DEFAULT_SETTINGS.policies.returns.text, ...texts]
      for (const [version, text] of versions.entries())
        expect(await read(db, `policies/returns?version=${version}`)).toEqual({
          ...{ name: 'returns', text, version, isCurrent: version === 2 },
          changedAt: version === 0 ? null : expect.stringMatching(/^\d{4}-/),
        })
      const api = createTestApi(policiesApi({ db }))
      for (const [version, status] of [
        [3, 404],
        [-1, 400],
        ['x', 400],
        ['1e9', 400],
      ] as const)
        expect((await api.request(`/api/policies/returns?version=${version}`)).status).toBe(status)
      const change = db.transaction((tx) => tx.update(policyVersions).set({ version: 9 }))
      await expect(change).rejects.toMatchObject({ cause: { constraint: 'policy_versions_append_only' } })
    }))

  it.each(['privacy', 'constructor', 'RETURNS'])('there is none that is called %s', (name) =>
    inTestTransaction(async (db) => {
      const { status } = await createTestApi(policiesApi({ db })).request(`/api/policies/${name}`)
      expect(Math.floor(status / 100)).toBe(4)
    }),
  )
})

it('the founder is public, and empty until an admin has named one', () =>
  inTestTransaction(async (db) => {
    expect(await read(db, 'founder')).toEqual({ name: '', text: '' })
    const value = { name: 'Asha Rao', text: 'I cut chocolate.\n\nSince I was ten.' }
    await changeSection(db, 'founder', { version: 0, value, by: TEST_ADMIN })
    expect(await read(db, 'founder')).toEqual(value)
  }))
