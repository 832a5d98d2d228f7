import { sql } from 'drizzle-orm'
import pg from 'pg'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { openDatabase } from './open-database.server.ts'
import { hasWords } from './search.server.ts'

const UTF8 = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'
const urlOf = (parts: Partial<URL>) => Object.assign(new URL(inject('postgresUrl')), parts).href

async function onServer(statements: string, parts: Partial<URL> = {}) {
  const client = new pg.Client({ connectionString: urlOf(parts) })
  await client.connect()
  await client.query(statements)
  await client.end()
}

let made = 0

/** A database of its own. */
async function emptyDatabase(options: string): Promise<string> {
  made += 1
  const name = `${inject('templateDatabase')}_search_${process.pid}_${made}`
  await onServer(`create database ${name} template template0 ${options}`)
  onTestFinished(() => onServer(`drop database ${name} with (force)`))
  return name
}

async function roleWithoutSuperuser(): Promise<string> {
  made += 1
  const name = `owner_${process.pid}_${made}`
  await onServer(`create role ${name} login`)
  onTestFinished(() => onServer(`drop role ${name}`))
  return name
}

describe.each(['C', UTF8])('a name in Telugu, in a database whose LC_CTYPE is %s', (ctype) => {
  it('is found, by the index if the locale knows its letters', async () => {
    const pathname = await emptyDatabase(`lc_ctype '${ctype}' lc_collate 'C'`)
    const { db, close } = await openDatabase({ url: urlOf({ pathname }) })
    onTestFinished(close)
    await db.execute(sql`insert into outbox (channel, "to", subject, text, idempotency_key)
      select 'email', 'nr' || nth || '@mail.example', case nth when 7 then 'వేణు' else 'Asha' end, '', nth::text from generate_series(1, 50) nth`)
    const condition = hasWords(sql`search_text`, ['వే'])
    const { rows } = await db.execute(sql`select "to" from outbox where ${condition}`)
    expect(rows).toEqual([{ to: 'nr7@mail.example' }])
    const { rows: trigrams } = await db.execute(sql`select show_trgm('వే') <> '{}' as has_trigrams`)
    expect(trigrams).toEqual([{ has_trigrams: ctype !== 'C' }])
  })
})

it('the extensions of the search are created by the owner of the database, who is no superuser', async () => {
  const username = await roleWithoutSuperuser()
  const pathname = await emptyDatabase(`owner ${username}`)
  const { pool, close } = await openDatabase({ url: urlOf({ pathname, username }) })
  const { rows } = await pool.query(
    "select extname from pg_extension where extname in ('pg_trgm', 'unaccent') order by 1",
  )
  await close()
  expect(rows).toEqual([{ extname: 'pg_trgm' }, { extname: 'unaccent' }])
})
