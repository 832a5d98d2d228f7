import { usePublicSettings } from '#src/features/settings/settings.queries.ts'
import { DiamondMark } from '#src/ui/diamond-mark.tsx'

export function Claims() {
  const { experience, flavors, customers, certified } = usePublicSettings().claims
  const claims = [experience, flavors, customers, certified].filter((claim) => claim !== undefined)
  if (claims.length === 0) return null
  return (
    <section aria-label="The house in numbers" className="border-line border-b">
      <ul className="wrap grid grid-cols-2 lg:grid-cols-4">
        {claims.map(({ figure, of }) => (
          <li
            key={`${figure} ${of}`}
            className="group relative px-2.5 py-5.5 text-center max-lg:odd:[&>span:last-child]:hidden lg:px-5 lg:py-8.5 lg:first:[&>span:last-child]:hidden"
          >
            <strong className="block font-display font-normal text-[1.6rem] leading-[1.1] lg:text-[2rem]">
              {figure}
            </strong>
            <span className="text-cocoa-600 text-small">{of}</span>
            <DiamondMark className="-translate-y-1/2 absolute top-1/2 -left-1 size-2 bg-gold-500" />
          </li>
        ))}
      </ul>
    </section>
  )
}
