/** The states and union territories of India by their names in GST law, in the order of their codes. */
export const INDIAN_STATES = [
  'Jammu and Kashmir',
  'Himachal Pradesh',
  'Punjab',
  'Chandigarh',
  'Uttarakhand',
  'Haryana',
  'Delhi',
  'Rajasthan',
  'Uttar Pradesh',
  'Bihar',
  'Sikkim',
  'Arunachal Pradesh',
  'Nagaland',
  'Manipur',
  'Mizoram',
  'Tripura',
  'Meghalaya',
  'Assam',
  'West Bengal',
  'Jharkhand',
  'Odisha',
  'Chhattisgarh',
  'Madhya Pradesh',
  'Gujarat',
  'Dadra and Nagar Haveli and Daman and Diu',
  'Maharashtra',
  'Karnataka',
  'Goa',
  'Lakshadweep',
  'Kerala',
  'Tamil Nadu',
  'Puducherry',
  'Andaman and Nicobar Islands',
  'Telangana',
  'Andhra Pradesh',
  'Ladakh',
] as const
export type IndianState = (typeof INDIAN_STATES)[number]

/** What the form's select offers first; its last option, 'Other', opens the list of all others. */
export const MAIN_STATES = [
  'Telangana',
  'Andhra Pradesh',
  'Karnataka',
  'Tamil Nadu',
] as const satisfies readonly IndianState[]
export const OTHER_STATES = INDIAN_STATES.filter((state) => !MAIN_STATES.some((main) => main === state))
