/** The claims that the shop makes; the first four stand in its row of numbers. */
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

/** The sections in the order of the maker's screen. */
export const SECTION_NAMES = [
  'claims',
  'hours',
  'contact',
  'social',
  'shipping',
  'delivery',
  'tax',
  'payments',
  'sms',
] as const
