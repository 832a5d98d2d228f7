import { reportResults, runFastChecks, runQuickChecks, runStep, UNIT_EMBEDDED } from './ci/ci-steps.ts'

/** `--fast`: before a commit, with the tests beside what changed since the last one. */
const isFast = process.argv.includes('--fast')
reportResults(isFast ? await runFastChecks() : [...(await runQuickChecks()), await runStep(UNIT_EMBEDDED)])
