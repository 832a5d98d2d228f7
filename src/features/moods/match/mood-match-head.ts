import { titleMetaTags } from '#src/core/seo/page-head.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import type { Mood } from './moods.ts'

export function moodMatchHead(mood?: Mood) {
  const title = `${mood ? `Chocolate for a ${mood.id} mood` : 'Find your mood match'} · ${SHOP_NAME}`
  const description = mood?.description ?? 'Six moods, and the chocolates that go with each of them.'
  return { meta: titleMetaTags({ title, description }) }
}
