import { DiamondListItem } from '#src/ui/diamond-mark.tsx'

const GUIDELINES = [
  { title: 'Genuine experiences', text: 'Tell us what happened to you. It need not be big.' },
  { title: 'Respect', text: 'Be kind to the people in your story, and to those who read it.' },
  { title: 'Read before it is public', text: 'Every story is reviewed by a person before publication.' },
  { title: 'Family-friendly', text: 'Children read our stories too. Please keep yours fit for them.' },
] as const

export function CommunityGuidelines() {
  return (
    <section aria-labelledby="guidelines" className="below-fold bg-ivory [--tall:34rem]">
      <div className="wrap grid gap-8 py-16 sm:py-20 lg:grid-cols-[1fr_2fr] lg:gap-16">
        <h2 id="guidelines" className="text-subtitle">
          Community Guidelines
        </h2>
        <ul className="grid gap-x-12 gap-y-6 sm:grid-cols-2">
          {GUIDELINES.map(({ title, text }) => (
            <DiamondListItem key={title}>
              <span className="block font-semibold">{title}</span>
              <span className="text-cocoa-600">{text}</span>
            </DiamondListItem>
          ))}
        </ul>
      </div>
    </section>
  )
}
