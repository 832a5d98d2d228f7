import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { formatDayAndTime } from '#src/core/dates.ts'
import { type Db, databaseErrorCode } from '#src/db/database.server.ts'
import { assertNotRestoring, isMigrated } from '#src/db/migrate.server.ts'
import { type CliDatabase, openForCli } from '#src/db/open-database.server.ts'
import { OPERATOR } from '#src/features/audit/record-change.server.ts'
import { generatePassword, listAdminEmails, listAdmins } from '#src/features/auth/admins/admins.server.ts'
import {
  addAdmin,
  resetTwoFactor,
  setAdminPassword,
  unlockAccount,
} from '#src/features/auth/admins/manage-admins.server.ts'
import { Email, NewPassword } from '#src/features/auth/auth.contract.ts'
import { type Env, loadSessionSecret, readEnv } from '#src/server/config/env.server.ts'
import { configureProcess, RUN } from '#src/server/config/process-settings.server.ts'
import { askPassword } from './ask-password.ts'
import { runCommand } from './cli.ts'

const USAGE = `${RUN} admin -- list
${RUN} admin -- add <email> [--generate]
${RUN} admin -- password <email> [--generate]
${RUN} admin -- reset-totp <email>
${RUN} admin -- unlock [<email>]`

type Given = { email: string; generate: boolean }
type Command = (db: Db, given: Given) => Promise<void>

const TAKES: Readonly<Record<string, { email: 'none' | 'one' | 'maybe one'; generate?: true }>> = {
  list: { email: 'none' },
  add: { email: 'one', generate: true },
  password: { email: 'one', generate: true },
  'reset-totp': { email: 'one' },
  unlock: { email: 'maybe one' },
}

/** Each command and the message that it prints when it is done. */
const COMMANDS: Readonly<Record<string, Command>> = {
  list: async (db) => {
    const admins = await listAdmins(db)
    if (admins.length === 0) console.log('There are no admins yet: the first start of the shop adds one')
    for (const { email, since, codesSince, lastSeenAt } of admins)
      console.log(
        [
          email,
          `since ${formatDayAndTime(since)}`,
          `authenticator app ${codesSince ? 'on' : 'off'}`,
          `last seen ${lastSeenAt ? formatDayAndTime(lastSeenAt) : 'never'}`,
        ].join(', '),
      )
  },
  add: async (db, { email, generate }) => {
    const password = await passwordFrom(generate)
    await addAdmin(db, { email, password }, OPERATOR)
    console.log(`${email} is an admin now and signs in at /admin-login`)
    if (generate) showOnce(password)
  },
  password: async (db, { email, generate }) => {
    const password = await passwordFrom(generate)
    await setAdminPassword(db, { email, password }, OPERATOR)
    console.log(`${email} has a new password; all their sessions have ended`)
    if (generate) showOnce(password)
  },
  'reset-totp': async (db, { email }) => {
    await resetTwoFactor(db, email, OPERATOR)
    console.log(`${email} signs in with the password alone; all their sessions have ended`)
  },
  unlock: async (db, { email }) => {
    for (const one of email ? [email] : await listAdminEmails(db))
      console.log(
        (await unlockAccount(db, one, OPERATOR))
          ? `The failed sign-ins of ${one} no longer count`
          : `${one} had no failed sign-ins`,
      )
  },
}

/** The operator's way in when no admin can sign in. */
await runCommand('Nothing was changed', async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { generate: { type: 'boolean', default: false }, help: { type: 'boolean' } },
  })
  if (values.help) return console.log(USAGE)
  const [name = '', typed, ...others] = positionals
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  const takes = TAKES[name]
  const isOddEmail = takes?.email === (typed === undefined ? 'one' : 'none')
  const isOddOption = values.generate && !takes?.generate
  if (!command || others.length > 0 || isOddEmail || isOddOption) throw new Error(`Usage:\n${USAGE}`)
  const email = typed === undefined ? '' : inOrder(Email.safeParse(typed))
  const env = readEnv(process.env)
  configureProcess({ masterSecret: () => loadSessionSecret(env) })
  const database = await openData(env)
  await command(database.db, { email, generate: values.generate }).finally(database.close)
})

async function passwordFrom(generate: boolean): Promise<string> {
  return generate ? generatePassword() : inOrder(NewPassword.safeParse(await askPassword()))
}

/** Printed only after the change: a refused change has no password. */
function showOnce(password: string): void {
  console.log(`The password, shown this once: ${password}`)
}

function inOrder(parsed: ReturnType<typeof Email.safeParse>): string {
  if (parsed.success) return parsed.data
  throw new Error(parsed.error.issues.map(({ message }) => message).join(' '))
}

/** The named database does not exist. */
function noTables(error: unknown): false {
  if (databaseErrorCode(error) !== '42P01') throw error
  return false
}

/** Uses the shop's server if it runs, or else its embedded database. */
async function openData({ DATA_DIR, database: location }: Env): Promise<CliDatabase> {
  if ('dataDir' in location && !existsSync(path.join(DATA_DIR, 'database')))
    throw new Error(`There is no shop in ${DATA_DIR}`)
  const database = await openForCli(location)
  try {
    await assertNotRestoring(database.pool)
    if (await isMigrated(database.pool).catch(noTables)) return database
    throw new Error('The tables are older than this version: start the shop once, then run this again')
  } catch (error) {
    await database.close()
    throw error
  }
}
