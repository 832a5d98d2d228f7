const MARKS = [1, 2, 3, 4, 5]

type FacetRatingProps = { /** Out of five; the nearest whole number is drawn. */ rating: number; className?: string }

export function RatingMarks({ rating, className = 'size-[17px]' }: FacetRatingProps) {
  return (
    <span role="img" aria-label={`${rating.toFixed(1)} of 5`} className="inline-flex items-center gap-2">
      {MARKS.map((mark) => (
        <svg key={mark} viewBox="0 0 20 20" aria-hidden="true" className={`${className} stroke-gold-700`}>
          <path
            d="M10 1.5 18.5 10 10 18.5 1.5 10z"
            className={mark <= Math.round(rating) ? 'fill-gold-500' : 'fill-transparent'}
          />
        </svg>
      ))}
    </span>
  )
}
