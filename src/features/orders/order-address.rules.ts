import { type IndianState, STATE_CODES } from '#src/core/gst.ts'

/** The states and union territories of India by their names in GST law, in the order of their codes. */
export const INDIAN_STATES = Object.keys(STATE_CODES) as readonly IndianState[]

/** What the form's select offers first; its last option, 'Other', opens the list of all others. */
export const MAIN_STATES = [
  'Telangana',
  'Andhra Pradesh',
  'Karnataka',
  'Tamil Nadu',
] as const satisfies readonly IndianState[]
export const OTHER_STATES = INDIAN_STATES.filter((state) => !MAIN_STATES.some((main) => main === state))
