import { Link } from '@tanstack/react-router'
import { MoodTiles } from '#src/features/moods/mood-tiles.tsx'
import { buttonClass } from '#src/ui/button.tsx'
import { SectionHead } from '#src/ui/section-head.tsx'

export function MoodRow() {
  return (
    <section className="until-near wrap py-16 sm:py-24">
      <SectionHead
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
