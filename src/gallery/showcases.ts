import { CONTROLS } from './controls.tsx'
import { MARKS } from './marks.tsx'
import { PARTS } from './parts.tsx'

/** All components of src/ui. */
export const SHOWCASES = [...MARKS, ...CONTROLS, ...PARTS]
