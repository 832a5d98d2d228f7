import { reportResults, runQuickChecks, runStep, UNIT_EMBEDDED } from './ci/ci-steps.ts'

reportResults([...(await runQuickChecks()), await runStep(UNIT_EMBEDDED)])
