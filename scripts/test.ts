import { findChromium } from './chromium.ts'
import { BUILD, conclude, FAULTS, JOURNEYS, runChecks, runGate, UNIT_POSTGRES } from './gates.ts'

/** Everything that must pass before this version may go to anybody. The last line is the sum. */
const results = await runChecks()
results.push(await runGate(UNIT_POSTGRES))
const build = await runGate(BUILD)
results.push(build)
if (build.failed === 0) {
  results.push(await runGate({ ...JOURNEYS, env: { CHROMIUM_PATH: chromiumOrNone() } }))
  results.push(await runGate(FAULTS))
}
conclude(results)
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
