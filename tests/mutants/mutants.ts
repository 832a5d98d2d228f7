import { readFileSync } from 'node:fs'

/** A fault of the shop's code, and the tests that notice it. */
export type Mutant = {
  file: string
  /** What would go wrong, as a sentence about the shop. */
  fault: string
  /** Occurs once in the file. */
  text: string
  becomes: string
  project: 'embedded' | 'postgres'
  tests: string[]
}

/** Every one was found by its tests when it was added. */
export function listMutants(): Mutant[] {
  return JSON.parse(readFileSync('tests/mutants/mutants.json', 'utf8'))
}
