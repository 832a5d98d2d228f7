import { useSuspenseQuery } from '@tanstack/react-query'
import { founderQuery } from '#src/features/settings/policies/policies.queries.ts'
import { parsePolicyText } from '#src/features/settings/policies/policy-text.ts'

export function Founder() {
  const { data: founder } = useSuspenseQuery(founderQuery)
  if (founder.name === '') return null
  const paragraphs = parsePolicyText(founder.text).flatMap((part) => (part.kind === 'paragraph' ? [part.text] : []))
  return (
    <section aria-labelledby="founder" className="bg-ivory">
      <div className="wrap grid gap-6 py-14 sm:py-20 lg:grid-cols-[1fr_1.35fr] lg:gap-24">
        <div className="grid content-start gap-3">
          <p className="eyebrow text-gold-700">The founder</p>
          <h2 id="founder" className="text-title">
            {founder.name}
          </h2>
        </div>
        <div className="grid max-w-[62ch] gap-4 font-voice text-xl italic">
          {paragraphs.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      </div>
    </section>
  )
}
