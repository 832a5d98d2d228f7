/** The claims that the shop makes; the first four stand in its row of numbers. */
export const CLAIM_NAMES = ['experience', 'flavors', 'customers', 'certified', 'handcrafted', 'returns'] as const
export type ClaimName = (typeof CLAIM_NAMES)[number]

export const SOCIAL_NETWORKS = ['instagram', 'facebook', 'youtube', 'pinterest', 'linkedin', 'whatsapp'] as const
export type SocialNetwork = (typeof SOCIAL_NETWORKS)[number]
