import { Link } from '@tanstack/react-router'
import { buttonClass } from '#src/ui/button.tsx'
import { Picture } from '#src/ui/picture.tsx'
import { SectionHead } from '#src/ui/section-head.tsx'

type SignaturePiece = { name: string; words: string; alt: string; picture: string; backup: string }

const PIECES: readonly SignaturePiece[] = [
  {
    name: 'Jewel bonbons',
    words: 'Painted shells, each one a small gem',
    alt: 'Facet-cut bonbons painted like gems, in gold, green, white and red',
    picture: '/pictures/bonbon-jewels.webp',
    backup: '/pictures/gold-leaf-gems.webp',
  },
  {
    name: 'The Golconda bar',
    words: 'Dark, with a diamond in every segment',
    alt: 'A bar of dark chocolate with faceted segments, one corner broken off',
    picture: '/pictures/dark-golconda-bar.webp',
    backup: '/pictures/bitter-85-bar.webp',
  },
  {
    name: 'Ruby heart',
    words: 'Ruby chocolate and rose, to give away',
    alt: 'A facet-cut heart of pink ruby chocolate among rose petals',
    picture: '/pictures/ruby-heart.webp',
    backup: '/pictures/strawberry-hearts.webp',
  },
]

/** One wide and two tall pictures. */
export function SignatureCollection() {
  return (
    <section className="bg-ivory py-16 sm:py-24">
      <div className="wrap">
        <SectionHead
          eyebrow="From our studio"
          title="The signature collection"
          action={
            <Link to="/products" className={buttonClass({ variant: 'link' })}>
              All products
            </Link>
          }
        />
        <div className="grid gap-5 lg:grid-cols-[2fr_1fr_1fr]">
          {PIECES.map((piece) => (
            <PieceCard key={piece.name} {...piece} />
          ))}
        </div>
      </div>
    </section>
  )
}

function PieceCard({ name, words, alt, picture, backup }: SignaturePiece) {
  return (
    <article className="cut relative h-85 overflow-hidden text-pearl cut-28 after:absolute after:inset-x-0 after:top-[45%] after:bottom-0 after:bg-linear-to-b after:from-cocoa-950/0 after:to-cocoa-950/85 lg:h-115">
      <Picture
        src={picture}
        backup={backup}
        alt={alt}
        width={960}
        height={960}
        sizes="(min-width: 64rem) 500px, max(340px, 100vw - 40px)"
        className="size-full object-cover"
      />
      <div className="absolute inset-x-7 bottom-6.5 z-10 grid gap-1">
        <h3 className="text-[1.7rem] leading-[1.15]">{name}</h3>
        <p className="text-[0.9rem] text-on-dark">{words}</p>
      </div>
    </article>
  )
}
