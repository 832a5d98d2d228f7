import { Link } from '@tanstack/react-router'
import { MoodTiles } from '#src/features/moods/match/mood-tiles.tsx'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { SectionHeading } from '#src/ui/section-heading.tsx'

export function MoodSection() {
  return (
    <section className="render-near wrap py-16 sm:py-24">
      <SectionHeading
        eyebrow="Find a mood match"
        title="How do you feel today?"
        action={
          <Link to="/mood-tracker" className={buttonClass({ variant: 'link' })}>
            Mood tracker
          </Link>
        }
      />
      <MoodTiles />
    </section>
  )
}
