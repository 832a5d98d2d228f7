import { findStaticImage } from '#src/core/images/static-images.ts'

const STAGE_PICTURES = new Map([
  ['harvest', { src: '/pictures/farm-harvest.webp', alt: 'Ripe cacao pods in yellow, red and green on their leaves' }],
  ['fermentation', { src: '/pictures/fermentation.webp', alt: 'Wet cacao beans heaped between broad green leaves' }],
  ['drying', { src: '/pictures/drying.webp', alt: 'Cacao beans spread on woven cloth to dry' }],
  ['shipping', { src: '/pictures/shipping.webp', alt: 'An open crate of cacao beans beside a tied parcel' }],
  ['roasting', { src: '/pictures/roasting.webp', alt: 'Roasted cacao beans in a brass bowl, nibs beside it' }],
  ['product', { src: '/pictures/final-product.webp', alt: 'A gift box with a gold ribbon, a dark bar and a ruby gem' }],
])

/** What a stage of the house looks like, whichever batch goes through it. Stages that a maker adds have none. */
export function findStagePicture(id: string) {
  const picture = STAGE_PICTURES.get(id)
  return picture && findStaticImage(picture.src) ? picture : undefined
}
