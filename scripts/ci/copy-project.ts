import { cpSync, globSync, symlinkSync } from 'node:fs'
import path from 'node:path'

const FILES = ['src', 'db', 'tests', 'scripts', 'bench', '*.ts', '*.json', '.dependency-cruiser.cjs', '.gitignore']
const LINKED = ['node_modules', 'public', 'docs', 'art']

/** Copies the project to a folder where its code may change; what is large and stays as it is, is linked. */
export function copyProject(from: string, to: string): void {
  for (const file of globSync(FILES, { cwd: from }))
    cpSync(path.join(from, file), path.join(to, file), { recursive: true })
  for (const one of LINKED) symlinkSync(path.resolve(one), path.join(to, one))
}
