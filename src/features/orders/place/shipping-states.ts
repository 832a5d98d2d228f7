import { getStatesOfPincode, isAssignedPincode } from '#src/core/delivery/pincode-states.ts'
import {
  canSupply,
  type GstMode,
  type IndianState,
  resolveSupplyType,
  STATE_CODES,
  shipsWithinStateOnly,
} from '#src/core/gst.ts'

/** In the order of the GST state codes. */
export const INDIAN_STATES = Object.keys(STATE_CODES) as readonly IndianState[]

export const MAIN_STATES = [
  'Telangana',
  'Andhra Pradesh',
  'Karnataka',
  'Tamil Nadu',
] as const satisfies readonly IndianState[]
export const OTHER_STATES = INDIAN_STATES.filter((state) => !MAIN_STATES.some((main) => main === state))

export type GstRegistration = { mode: GstMode; homeState: IndianState }

/** The message does not mention tax, which does not concern the customer. */
export function explainUndeliverableState(state: IndianState, sender: GstRegistration): string | undefined {
  const { mode, homeState } = sender
  if (canSupply(mode, resolveSupplyType(state, homeState))) return undefined
  return `We deliver inside ${homeState} only at the moment. Please choose an address there.`
}

export function withinStateOnlyText({ homeState }: GstRegistration): string {
  return `We deliver inside ${homeState} only at the moment.`
}

/** Explains why neither courier nor rider may deliver there: no such PIN, or another state. */
export function explainForbiddenPincode(pincode: string, tax: GstRegistration): string | undefined {
  if (!isAssignedPincode(pincode)) return `There is no PIN ${pincode}. Please check it.`
  // The PIN code of an army post names no state.
  const isHome = getStatesOfPincode(pincode)?.includes(tax.homeState) === true
  return shipsWithinStateOnly(tax) && !isHome ? withinStateOnlyText(tax) : undefined
}
