/** Alternative texts of a product's pictures: whole, cut or broken open, in its box. */
export type DemoPictures = { whole: string; open: string; box?: string }

/** The best sellers by the name of their first picture. */
export const DEMO_PICTURES: Readonly<Record<string, DemoPictures>> = {
  'strawberry-hearts': {
    whole: 'Strawberry Hearts in plain pink and in white marbled with pink, beside a fresh strawberry',
    open: 'Two Strawberry Hearts cut in half: a red strawberry centre in a thin chocolate shell',
    box: 'Six Strawberry Hearts in a white box with gold dividers, a closed box with a ruby ribbon behind it',
  },
  'caramel-fusion-bonbons': {
    whole: 'Five glossy Caramel Fusion Bonbons in amber and brown, brushed with gold',
    open: 'Two Caramel Fusion Bonbons cut in half: amber caramel in a thin chocolate shell',
    box: 'Six Caramel Fusion Bonbons in a kraft box, a closed box with a gold ribbon behind it',
  },
  'rose-truffles': {
    whole: 'Five Rose Petal Truffles: white balls with thin ruby stripes, each under a rose petal',
    open: 'Two Rose Petal Truffles cut in half: a deep pink raspberry centre under white chocolate',
    box: 'Nine Rose Petal Truffles in a white box, a closed box with a ruby ribbon behind it',
  },
  'dark-golconda-bar': {
    whole: 'A Golconda Dark 72% bar with facets like cut stones, two segments broken off',
    open: 'Two broken pieces of a Golconda Dark 72% bar, one on the other, the snapped edges in front',
    box: 'A Golconda Dark 72% bar in its open box, a closed box with a gold ribbon standing behind it',
  },
  'ruby-rose-bar': {
    whole: 'A pink Ruby & Rose bar set with rose petals, two segments broken off',
    open: 'A Ruby & Rose bar broken in two, pink right through at the snapped edges, rose petals around it',
    box: 'A Ruby & Rose bar in its open ruby box, a closed box with a gold ribbon standing behind it',
  },
  'bitter-85-bar': {
    whole: 'A very dark Midnight Bitter 85% bar, broken, with cocoa nibs beside it',
    open: 'Two broken pieces of a Midnight Bitter 85% bar, almost black, the snapped edges in front',
    box: 'A Midnight Bitter 85% bar in its open dark box, a closed box with a gold ribbon standing behind it',
  },
  'pearl-white-bar': {
    whole: 'An ivory Pearl White bar with facets like cut stones, sugar pearls around it',
    open: 'Two broken pieces of a Pearl White bar, ivory right through, the snapped edges in front',
    box: 'A Pearl White bar in its open pearl-white box, a closed box with a gold ribbon standing behind it',
  },
  'sea-salt-bar': {
    whole: 'A Sea Salt Dark 64% bar strewn with flakes of salt, two segments broken off',
    open: 'Two broken pieces of a Sea Salt Dark 64% bar, salt on top, the snapped edges in front',
    box: 'A Sea Salt Dark 64% bar in its open dark box, a closed box with a silver ribbon standing behind it',
  },
  'coconut-milk-bar': {
    whole: 'A Toasted Coconut Milk bar under shreds of coconut, two segments broken off',
    open: 'Two broken pieces of a Toasted Coconut Milk bar, bits of coconut in the snapped edges',
    box: 'A Toasted Coconut Milk bar in its open kraft box, a closed box with a pale ribbon standing behind it',
  },
  'chili-spice-bar': {
    whole: 'A Red Chili & Spice bar strewn with chili flakes, two red chilies beside it',
    open: 'Two broken pieces of a Red Chili & Spice bar, red flakes in the snapped edges, a chili in front',
    box: 'A Red Chili & Spice bar in its open dark box, a closed box with a ruby ribbon standing behind it',
  },
}
