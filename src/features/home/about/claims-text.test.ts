import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '#src/features/settings/default-settings.ts'
import { adminText, productionText, shopSummaryText, storyText } from './claims-text.ts'

const { experience, flavors, customers, certified } = DEFAULT_SETTINGS.claims

describe('the claims', () => {
  it('read as the specification has them', () => {
    const claims = { experience, flavors, customers, certified }
    expect(shopSummaryText(claims)).toBe(
      'A certified chocolate maker with 12+ years experience, 50+ unique flavors and 1000+ happy customers.',
    )
    expect(storyText(claims)).toBe(
      'After 12+ years of practice, our certified chocolate maker has brought one recipe to 50+ unique flavors and found 1000+ happy customers.',
    )
    expect(productionText('Handcrafted in Hyderabad', claims)).toBe(
      'Handcrafted in Hyderabad in 50+ unique flavors, for 1000+ happy customers.',
    )
  })

  it('stay whole sentences when the admin hides some', () => {
    expect(shopSummaryText({ flavors })).toBe('A chocolate maker with 50+ unique flavors.')
    expect(shopSummaryText({})).toBe('A chocolate maker.')
    expect(storyText({ certified })).toBe('Our certified chocolate maker has brought one recipe to many flavors.')
    expect(productionText('Made in Hyderabad', { customers })).toBe('Made in Hyderabad, for 1000+ happy customers.')
    expect(adminText({ certified: { figure: 'Trained', of: 'chocolatier' } })).toBe('trained chocolatier')
  })
})
