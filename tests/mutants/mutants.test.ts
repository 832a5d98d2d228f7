import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { listMutants } from './mutants.ts'

const TESTS = globSync('{src,tests}/**/*.test.ts')

it('every fault of the list still fits the code, and names tests that exist', () => {
  const unfit = listMutants().filter(
    ({ file, text, tests }) =>
      readFileSync(file, 'utf8').split(text).length !== 2 ||
      tests.some((name) => !TESTS.some((path) => path.includes(name))),
  )
  expect(unfit.map(({ file, fault }) => `${file}: ${fault}`)).toEqual([])
})
