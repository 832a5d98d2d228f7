import { compile } from './build.ts'

// For a shop that runs as another user than the one who built it.
compile()
