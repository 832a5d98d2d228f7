import { conclude, runChecks } from './gates.ts'

conclude(await runChecks())
