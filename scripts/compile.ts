import { compile } from './build.ts'

// For a shop that does not run as the user who built it.
compile()
