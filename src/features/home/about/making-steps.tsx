import { Picture } from '#src/ui/picture.tsx'

const STEPS = [
  {
    title: 'Tempered',
    text: 'Warmed, cooled and warmed again on the slab, until it shines and snaps.',
    picture: 'deccan-milk-bar',
    alt: 'A milk chocolate bar with a silky shine',
  },
  {
    title: 'Cut',
    text: 'Cast in faceted moulds, knocked free of air, and turned out one by one.',
    picture: 'dark-golconda-bar',
    alt: 'A dark chocolate bar of diamond-cut segments, some broken off',
  },
  {
    title: 'Filled and painted',
    text: 'Shells are coloured with cocoa butter before the filling goes in.',
    picture: 'bonbon-jewels',
    alt: 'Bonbons painted like jewels in red, gold, white and green',
  },
  {
    title: 'Packed cool',
    text: 'Boxed on the day that they leave, and tied with a ribbon when it is a gift.',
    picture: 'gift-box',
    alt: 'An open gift box of sixteen chocolates, its lid tied with a gold ribbon',
  },
] as const

export function MakingSteps() {
  return (
    <section className="bg-ivory">
      <div className="wrap py-16 sm:py-24">
        <h2 className="mb-8 text-title sm:mb-12">Four steps, two hands</h2>
        <ol className="grid grid-cols-2 gap-x-4 gap-y-10 sm:gap-x-6 lg:grid-cols-4">
          {STEPS.map(({ title, text, picture, alt }, i) => (
            <li key={title} className="grid content-start gap-3">
              <div className="cut cut-18">
                <Picture
                  src={`/pictures/${picture}.webp`}
                  alt={alt}
                  width={340}
                  height={340}
                  className="aspect-square w-full object-cover"
                />
              </div>
              <h3 className="mt-1 flex items-baseline gap-3 text-heading">
                <span aria-hidden="true" className="amount text-gold-700 text-small">
                  {i + 1}
                </span>
                {title}
              </h3>
              <p className="text-cocoa-600 text-small sm:text-base">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
