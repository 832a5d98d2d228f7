import type { IndianState } from '../gst.ts'

/**
 * States by PIN code prefix; the longest match wins. It only warns, because the sources are secondary and some post
 * offices serve villages across a border. Army codes (90-99) are left out.
 */
const PLACES: Record<string, readonly IndianState[]> = {
  ...each('11', ['Delhi']),
  ...each('12 13', ['Haryana']),
  ...each('14 15', ['Punjab']),
  ...each('16', ['Chandigarh', 'Punjab']),
  ...each('17', ['Himachal Pradesh']),
  ...each('18 19', ['Jammu and Kashmir', 'Ladakh']),
  ...each('20 21 22 23 24 25 26 27 28', ['Uttar Pradesh', 'Uttarakhand']),
  ...each('30 31 32 33 34', ['Rajasthan']),
  ...each('36 37 38 39', ['Gujarat']),
  ...each('362 396', ['Gujarat', 'Dadra and Nagar Haveli and Daman and Diu']),
  ...each('40 41 42 43 44', ['Maharashtra']),
  ...each('403', ['Goa']),
  ...each('45 46 47 48', ['Madhya Pradesh']),
  ...each('49', ['Chhattisgarh']),
  ...each('50', ['Telangana']),
  ...each('507', ['Telangana', 'Andhra Pradesh']),
  ...each('51 52 53', ['Andhra Pradesh']),
  ...each('533', ['Andhra Pradesh', 'Puducherry']),
  ...each('56 57 58 59', ['Karnataka']),
  ...each('60 61 62 63 64', ['Tamil Nadu']),
  ...each('605 607 609', ['Tamil Nadu', 'Puducherry']),
  ...each('67 68 69', ['Kerala']),
  ...each('673', ['Kerala', 'Puducherry']),
  ...each('682', ['Kerala', 'Lakshadweep']),
  ...each('70 71 72 73 74', ['West Bengal']),
  ...each('737', ['Sikkim']),
  ...each('744', ['Andaman and Nicobar Islands']),
  ...each('75 76 77', ['Odisha']),
  ...each('78', ['Assam']),
  ...each('790 791 792', ['Arunachal Pradesh']),
  ...each('793 794', ['Meghalaya']),
  ...each('795', ['Manipur']),
  ...each('796', ['Mizoram']),
  ...each('797 798', ['Nagaland']),
  ...each('799', ['Tripura']),
  ...each('80 81 82 83 84 85', ['Bihar', 'Jharkhand']),
}

/** Undefined if they match, or if the PIN code is not known. */
export function getPincodeWarning(pincode: string, state: IndianState): string | undefined {
  const places = getStatesOfPincode(pincode)
  if (!places || places.includes(state)) return undefined
  return `PIN ${pincode} looks like ${places.join(' or ')}, not ${state}.`
}

/** The states that a PIN code can be in; undefined if its prefix is not known. */
export function getStatesOfPincode(pincode: string): readonly IndianState[] | undefined {
  return PLACES[pincode.slice(0, 3)] ?? PLACES[pincode.slice(0, 2)]
}

/** The prefixes of PIN codes that can be in this state. */
export function listPrefixesOfState(state: IndianState): string[] {
  return Object.keys(PLACES).filter((prefix) => PLACES[prefix]?.includes(state))
}

/** Whether India Post has given out PIN codes with this beginning; those of the army begin with 9. */
export function isAssignedPincode(pincode: string): boolean {
  return pincode.startsWith('9') || getStatesOfPincode(pincode) !== undefined
}

function each(prefixes: string, states: readonly IndianState[]): Record<string, readonly IndianState[]> {
  return Object.fromEntries(prefixes.split(' ').map((prefix) => [prefix, states]))
}
