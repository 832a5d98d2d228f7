import { Facet } from '#src/ui/facet.tsx'

const CLAIMS = [
  { figure: '12+', of: 'years experience' },
  { figure: '50+', of: 'unique flavors' },
  { figure: '1000+', of: 'happy customers' },
  { figure: 'Certified', of: 'chocolate maker' },
] as const

/** The house in numbers, one row split by facets. */
export function Claims() {
  return (
    <section aria-label="The house in numbers" className="border-line border-b">
      <ul className="wrap grid grid-cols-2 lg:grid-cols-4">
        {CLAIMS.map(({ figure, of }) => (
          <li
            key={figure}
            className="group relative px-2.5 py-5.5 text-center max-lg:odd:[&>span:last-child]:hidden lg:px-5 lg:py-8.5 lg:first:[&>span:last-child]:hidden"
          >
            <strong className="block font-display font-normal text-[1.6rem] leading-[1.1] lg:text-[2rem]">
              {figure}
            </strong>
            <span className="text-cocoa-600 text-small">{of}</span>
            <Facet className="-translate-y-1/2 absolute top-1/2 -left-1 size-2 bg-gold-500" />
          </li>
        ))}
      </ul>
    </section>
  )
}
