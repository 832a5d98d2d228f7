import { readEnv } from '#src/platform/env.server.ts'
import { backupFolder, KEPT, takeBackup } from './backup.ts'
import { inWords } from './in-words.ts'
import { passingPlace, restoreInto } from './restoring.ts'

/**
 * Run from the new version's folder while the old version sells: a backup, a copy of the shop from it, this version's
 * migrations on the copy, and the question whether everything holds there.
 */
await inWords('This version must not take over', async () => {
  const env = readEnv(process.env)
  const { file } = await takeBackup(env, { folder: backupFolder(env), keep: KEPT })
  const holds = await restoreInto(file, { open: () => passingPlace(env) })
  if (!holds) throw new Error('Something does not hold on the copy, see above')
  console.log(`This version can take over. Start it in place of the old one; it migrates the data as it did the copy.
Should it have to go back: stop it, and restore ${file} --force with the old version.`)
})
