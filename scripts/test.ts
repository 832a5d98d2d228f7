import { findChromium } from './ci/chromium.ts'
import {
  BUILD,
  CHAOS,
  E2E,
  RECIPES,
  reportResults,
  runQuickChecks,
  runStep,
  UNIT_EMBEDDED,
  UNIT_POSTGRES,
} from './ci/ci-steps.ts'

/** Runs every check before a release. The last line is the total. */
const results = await runQuickChecks()
const build = await runStep(BUILD)
results.push(build)
// Chaos tests mostly wait, so the embedded ones run beside them and give way. Three browsers leave no time for others.
const chaos = build.failed === 0 ? runStep(CHAOS) : undefined
results.push(await runStep({ ...UNIT_EMBEDDED, isPatient: true }))
if (chaos) results.push(await chaos)
if (chaos) results.push(await runStep({ ...E2E, env: { CHROMIUM_PATH: chromiumOrNone() } }))
results.push(await runStep(UNIT_POSTGRES))
results.push(await runStep(RECIPES))
reportResults(results)
const sum = (of: 'passed' | 'failed') => results.reduce((total, result) => total + result[of], 0)
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)

/** Without a browser the e2e tests fail and say what to install; all else still runs. */
function chromiumOrNone(): string {
  try {
    return findChromium()
  } catch (error) {
    console.log(error instanceof Error ? error.message : error)
    return ''
  }
}
