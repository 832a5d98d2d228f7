import pg from 'pg'
import { expect, inject, it, onTestFinished } from 'vitest'
import { openDatabase } from '#src/db/open-database.server.ts'

async function anEmptyDatabase(): Promise<string> {
  const name = `${inject('templateDatabase')}_empty_${process.pid}`
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  await client.query(`create database ${name}`)
  onTestFinished(async () => {
    await client.query(`drop database ${name} with (force)`)
    await client.end()
  })
  const url = new URL(inject('postgresUrl'))
  url.pathname = name
  return url.href
}

it('eight processes that start together on an empty database all come up', async () => {
  const url = await anEmptyDatabase()
  const databases = await Promise.all(Array.from({ length: 8 }, () => openDatabase({ url })))
  onTestFinished(async () => {
    await Promise.all(databases.map(({ close }) => close()))
  })
  const applied = await databases[0]?.pool.query('select count(*)::int as count from drizzle.__drizzle_migrations')
  const known = await databases[7]?.pool.query(
    'select count(distinct hash)::int as count from drizzle.__drizzle_migrations',
  )
  expect(applied?.rows).toEqual(known?.rows)
  expect(applied?.rows[0].count).toBeGreaterThan(0)
})
