import type { PriceTier } from '#src/features/catalog/tiers/price-tiers.contract.ts'

/** The texts are in the list of every page of products, so they are short. */
export const DEMO_CATEGORIES = [
  { name: 'Dark', picture: 'sea-salt-bar', description: 'Cacao first: plain, or with salt, chili or orange.' },
  { name: 'Milk', picture: 'hazelnut-praline-bar', description: 'Soft and creamy, with nuts, coconut or honeycomb.' },
  { name: 'White', picture: 'saffron-pistachio-bar', description: 'Cocoa butter and milk, with saffron or lavender.' },
  { name: 'Ruby', picture: 'ruby-rose-bar', description: 'Pink by nature, and a little tart, like berries.' },
  { name: 'Truffles', picture: 'rose-truffles', description: 'Soft ganache, rolled by hand.' },
  { name: 'Bonbons', picture: 'bonbon-jewels', description: 'Thin shells, painted like jewels, around a filling.' },
  { name: 'Gifts', picture: 'gift-box', description: 'Boxes and favours, ready to be given.' },
] as const

/** `picture` names a file in public/pictures. `price` is rupees. */
export type DemoProduct = {
  picture: string
  sku: string
  category: (typeof DEMO_CATEGORIES)[number]['name']
  name: string
  price: number
  stock: number
  minStock: number
  maxPerOrder?: number
  tiers?: PriceTier[]
  description: string
}

/** In default order: the first four are on the front page. */
export const DEMO_PRODUCTS: readonly DemoProduct[] = [
  {
    picture: 'dark-golconda-bar',
    sku: 'GC-DRK-01',
    category: 'Dark',
    name: 'Golconda Dark 72%',
    price: 450,
    stock: 34,
    minStock: 10,
    description:
      'Our house bar, cut like a diamond, each piece breaking with a clean snap. Dried cherry first, then roasted cocoa, then a long dark finish.',
  },
  {
    picture: 'ruby-heart',
    sku: 'GC-RBY-03',
    category: 'Ruby',
    name: 'Noor Ruby Heart',
    price: 620,
    stock: 4,
    minStock: 6,
    description:
      'One faceted heart of ruby chocolate with rose and a touch of edible gold leaf. It is meant to be broken, together.',
  },
  {
    picture: 'cocoa-truffles',
    sku: 'GC-TRF-01',
    category: 'Truffles',
    name: 'Velvet Cocoa Truffles',
    price: 780,
    stock: 21,
    minStock: 6,
    description:
      'Hand-rolled dark ganache under a fine coat of cocoa. Nine truffles, firm outside and silk inside, best at room temperature.',
  },
  {
    picture: 'bonbon-jewels',
    sku: 'GC-BON-01',
    category: 'Bonbons',
    name: 'Nizam Jewel Bonbons',
    price: 960,
    stock: 18,
    minStock: 6,
    description:
      'Six painted shells with six fillings: saffron caramel, mint, rose, coffee, vanilla and exotic passion fruit. Each a different stone, so choose slowly.',
  },
  {
    picture: 'bitter-85-bar',
    sku: 'GC-DRK-02',
    category: 'Dark',
    name: 'Midnight Bitter 85%',
    price: 480,
    stock: 27,
    minStock: 8,
    description:
      'Very dark, hardly any sugar, never harsh. Cocoa nibs and black tea, for people who take their coffee without milk.',
  },
  {
    picture: 'deccan-milk-bar',
    sku: 'GC-MLK-01',
    category: 'Milk',
    name: 'Courtyard Milk 45%',
    price: 390,
    stock: 42,
    minStock: 12,
    description:
      'A milk chocolate with 45% cocoa, round and gently sweet. Vanilla, toasted hazelnut and no hurry at all.',
  },
  {
    picture: 'pearl-white-bar',
    sku: 'GC-WHT-01',
    category: 'White',
    name: 'Pearl White',
    price: 420,
    stock: 30,
    minStock: 8,
    description:
      'White chocolate in the colour of a good pearl. Creamy, with vanilla at the start and a spoon of honey at the end.',
  },
  {
    picture: 'ruby-rose-bar',
    sku: 'GC-RBY-01',
    category: 'Ruby',
    name: 'Ruby & Rose',
    price: 520,
    stock: 22,
    minStock: 8,
    description:
      'Pink all the way through: ruby chocolate with its bright berry note, set with dried rose petals. A small valentine for any day of the year.',
  },
  {
    picture: 'sea-salt-bar',
    sku: 'GC-DRK-03',
    category: 'Dark',
    name: 'Sea Salt Dark 64%',
    price: 460,
    stock: 31,
    minStock: 10,
    description: 'Dark chocolate under crisp flakes of sea salt. The salt arrives first, the cocoa stays longer.',
  },
  {
    picture: 'hazelnut-praline-bar',
    sku: 'GC-MLK-02',
    category: 'Milk',
    name: 'Hazelnut Praline Bar',
    price: 540,
    stock: 26,
    minStock: 8,
    description:
      'Whole roasted hazelnuts on milk chocolate, with a layer of ground praline below. Warm, nutty and crisp to the last corner.',
  },
  {
    picture: 'chili-spice-bar',
    sku: 'GC-DRK-04',
    category: 'Dark',
    name: 'Red Chili & Spice',
    price: 490,
    stock: 5,
    minStock: 8,
    description:
      'Dark chocolate with red chili flakes, cinnamon and black pepper. It begins quietly, turns spicy and takes its time to leave.',
  },
  {
    picture: 'orange-zest-bar',
    sku: 'GC-DRK-05',
    category: 'Dark',
    name: 'Orange Zest Dark',
    price: 470,
    stock: 24,
    minStock: 8,
    description:
      'Candied orange peel, cut by hand and laid on dark chocolate while it sets. Bright, fruity and a little bitter, like good marmalade.',
  },
  {
    picture: 'saffron-pistachio-bar',
    sku: 'GC-WHT-02',
    category: 'White',
    name: 'Saffron & Pistachio',
    price: 680,
    stock: 19,
    minStock: 6,
    description:
      'White chocolate with saffron threads and green pistachios, a fusion of the sweet shop and the chocolate table. Fragrant, nutty, and special enough to share in small pieces.',
  },
  {
    picture: 'coconut-milk-bar',
    sku: 'GC-MLK-03',
    category: 'Milk',
    name: 'Toasted Coconut Milk',
    price: 430,
    stock: 28,
    minStock: 8,
    description:
      'Milk chocolate and toasted coconut, and nothing to distract you from either. Soft, sweet and crunchy by turns.',
  },
  {
    picture: 'honeycomb-bark',
    sku: 'GC-MLK-04',
    category: 'Milk',
    name: 'Honeycomb Bark',
    price: 560,
    stock: 0,
    minStock: 6,
    description:
      'Broken sheets of milk chocolate with golden honeycomb that crackles before it melts. Caramel, honey and a very good noise.',
  },
  {
    picture: 'cardamom-truffles',
    sku: 'GC-TRF-02',
    category: 'Truffles',
    name: 'Green Cardamom Truffles',
    price: 820,
    stock: 16,
    minStock: 6,
    description:
      'Dark ganache steeped with crushed green cardamom and a breath of nutmeg. Nine warm, spiced truffles to follow dinner.',
  },
  {
    picture: 'espresso-truffles',
    sku: 'GC-TRF-03',
    category: 'Truffles',
    name: 'Double Espresso Truffles',
    price: 840,
    stock: 18,
    minStock: 6,
    description:
      'Milk chocolate shells around an espresso ganache, each with one roasted coffee bean on top. Nine to a box, and strong ones.',
  },
  {
    picture: 'rose-truffles',
    sku: 'GC-TRF-04',
    category: 'Truffles',
    name: 'Rose Petal Truffles',
    price: 860,
    stock: 14,
    minStock: 6,
    description:
      'White chocolate with rose petals outside and a raspberry centre, pink at the first bite. Nine truffles for someone you would write a letter to.',
  },
  {
    picture: 'coconut-truffles',
    sku: 'GC-TRF-05',
    category: 'Truffles',
    name: 'Snowfall Coconut Truffles',
    price: 790,
    stock: 20,
    minStock: 6,
    description:
      'White chocolate and coconut, rolled in fine flakes around a centre scented with chamomile. Light, quiet, nine to a box.',
  },
  {
    picture: 'gold-leaf-gems',
    sku: 'GC-BON-02',
    category: 'Bonbons',
    name: 'Golden Facet Gems',
    price: 1250,
    stock: 12,
    minStock: 4,
    description:
      'Dark chocolate gems brushed with edible gold lustre and topped with edible gold leaf, a soft caramel inside. Finished one at a time, so each of the six is unique.',
  },
  {
    picture: 'fresh-mint-bonbons',
    sku: 'GC-BON-03',
    category: 'Bonbons',
    name: 'Fresh Mint Bonbons',
    price: 720,
    stock: 23,
    minStock: 8,
    description:
      'Dark shells, painted green, around a ganache steeped with fresh mint leaves. Cool first, then cocoa. Six to a box.',
  },
  {
    picture: 'strawberry-hearts',
    sku: 'GC-RBY-02',
    category: 'Ruby',
    name: 'Strawberry Hearts',
    price: 640,
    stock: 17,
    minStock: 6,
    description:
      'Ruby and white chocolate hearts, marbled in pink, with a strawberry centre that tastes of the fruit. Six to a box, easy to divide by two.',
  },
  {
    picture: 'caramel-fusion-bonbons',
    sku: 'GC-BON-04',
    category: 'Bonbons',
    name: 'Caramel Fusion Bonbons',
    price: 760,
    stock: 25,
    minStock: 8,
    description:
      'Salted caramel meets jaggery in milk chocolate shells, with vanilla to keep the peace. Six sweet reasons to hide the box.',
  },
  {
    picture: 'orange-pralines',
    sku: 'GC-BON-05',
    category: 'Bonbons',
    name: 'Orange Pralines',
    price: 740,
    stock: 19,
    minStock: 6,
    description:
      'Dark and milk chocolate cups with a smooth almond filling and candied orange peel on top. Fruity, rounded, six to a box.',
  },
  {
    picture: 'lavender-squares',
    sku: 'GC-WHT-03',
    category: 'White',
    name: 'Lavender Squares',
    price: 690,
    stock: 15,
    minStock: 6,
    description:
      'White chocolate squares with lavender flowers, a little honey and chamomile. A quiet piece for a quiet hour.',
  },
  {
    picture: 'star-celebration',
    sku: 'GC-GFT-01',
    category: 'Gifts',
    name: 'Celebration Stars',
    price: 1150,
    stock: 13,
    minStock: 5,
    description:
      'Faceted stars in milk and dark chocolate, half of them brushed with edible gold lustre. Cinnamon and nutmeg inside, for autumn evenings, lit lamps and full tables.',
  },
  {
    picture: 'gift-box',
    sku: 'GC-GFT-02',
    category: 'Gifts',
    name: 'Sixteen-Piece Coffret',
    price: 1850,
    stock: 9,
    minStock: 4,
    description:
      'Bonbons, gems, truffles and pralines in a cocoa-red box with a gold ribbon. Sixteen pieces, for a special evening or a long week.',
  },
  {
    picture: 'pearl-box-nine',
    sku: 'GC-GFT-03',
    category: 'Gifts',
    name: 'Pearl Box of Nine',
    price: 1080,
    stock: 3,
    minStock: 5,
    description:
      'Nine bonbons and truffles in a pearl box, no two alike. The present to bring when you do not know their favourite yet.',
  },
  {
    picture: 'ribbon-gift',
    sku: 'GC-GFT-04',
    category: 'Gifts',
    name: 'Night Box with Ruby Ribbon',
    price: 2950,
    stock: 7,
    minStock: 3,
    maxPerOrder: 4,
    description:
      'Thirty-six pieces in two layers, in a box as dark as the chocolate, tied with a ruby ribbon. For parents-in-law, whole offices and large apologies.',
  },
  {
    picture: 'wedding-favours',
    sku: 'GC-GFT-05',
    category: 'Gifts',
    name: 'Wedding Favour Box',
    price: 180,
    stock: 240,
    minStock: 60,
    maxPerOrder: 500,
    tiers: [
      { from: 25, percent: 5 },
      { from: 100, percent: 10 },
    ],
    description:
      'A small pearl box with two chocolates, one rose and one cardamom, for one guest. Order as many boxes as you have places at the table.',
  },
]
