import { findChromium } from './ci/chromium.ts'
import { BUILD, CHAOS, E2E, reportResults, runChecks, runStep, UNIT_POSTGRES } from './ci/ci-steps.ts'

/** Everything that must pass before this version may go to anybody. The last line is the sum. */
const results = await runChecks()
results.push(await runStep(UNIT_POSTGRES))
const build = await runStep(BUILD)
results.push(build)
if (build.failed === 0) {
  results.push(await runStep({ ...E2E, env: { CHROMIUM_PATH: chromiumOrNone() } }))
  results.push(await runStep(CHAOS))
}
reportResults(results)
const sum = (of: 'passed' | 'failed') => results.reduce((total, result) => total + result[of], 0)
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)

/** Without a browser the journeys fail, with the line that says what to install; everything else is still tested. */
function chromiumOrNone(): string {
  try {
    return findChromium()
  } catch (error) {
    console.log(error instanceof Error ? error.message : error)
    return ''
  }
}
