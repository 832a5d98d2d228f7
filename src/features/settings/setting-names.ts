export const CLAIM_NAMES = ['experience', 'flavors', 'customers', 'certified', 'handcrafted', 'returns'] as const
export type ClaimName = (typeof CLAIM_NAMES)[number]

export const SOCIAL_NETWORKS = ['instagram', 'facebook', 'youtube', 'pinterest', 'linkedin', 'whatsapp'] as const
export type SocialNetwork = (typeof SOCIAL_NETWORKS)[number]

export const NETWORK_NAMES: Record<SocialNetwork, string> = {
  instagram: 'Instagram',
  facebook: 'Facebook',
  youtube: 'YouTube',
  pinterest: 'Pinterest',
  linkedin: 'LinkedIn',
  whatsapp: 'WhatsApp',
}

export const POLICY_NAMES = ['returns', 'shipping', 'cancellation', 'terms'] as const
export type PolicyName = (typeof POLICY_NAMES)[number]

export const POLICY_TITLES: Record<PolicyName, string> = {
  returns: 'Returns and refunds',
  shipping: 'Shipping',
  cancellation: 'Cancellation',
  terms: 'Terms of sale',
}

/** Couriers collect nothing on Sundays. */
export const DISPATCH_WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

export const MONTH_NAMES = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const

export const SECTION_NAMES = [
  'claims',
  'hours',
  'contact',
  'policies',
  'founder',
  'social',
  'shipping',
  'delivery',
  'dispatch',
  'pickup',
  'sameDay',
  'courier',
  'heat',
  'gift',
  'search',
  'tax',
  'payments',
  'refunds',
  'problems',
  'sms',
] as const
