import { expect } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { brokenInvariants } from './broken-invariants.ts'

/** Checks all invariants; the failure names every sentence that does not hold, with what breaks it. */
export async function expectInvariants(db: Db): Promise<void> {
  expect(await brokenInvariants(db)).toEqual({})
}
