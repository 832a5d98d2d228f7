import { reportResults, runChecks } from './ci/ci-steps.ts'

reportResults(await runChecks())
