import { Link } from '@tanstack/react-router'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { Picture } from '#src/ui/picture.tsx'
import { SectionHeading } from '#src/ui/section-heading.tsx'

type SignaturePiece = {
  name: string
  words: string
  alt: string
  picture: string
  backup: string
  width: number
  height: number
  /** The picture covers its card, so it is drawn wider than the card. */
  sizes: string
}

const WIDE = { width: 1280, height: 960, sizes: '(min-width: 64rem) 620px, max(454px, 100vw - 40px)' }
const TALL = { width: 960, height: 1200, sizes: '(min-width: 64rem) 368px, max(272px, 100vw - 40px)' }

const PIECES: readonly SignaturePiece[] = [
  {
    name: 'The Golconda bar',
    words: 'Dark, with a diamond in every segment',
    alt: 'The facets of a bar of dark chocolate from close by, with flecks of gold leaf',
    picture: '/pictures/signature-facets.webp',
    backup: '/pictures/dark-golconda-bar.webp',
    ...WIDE,
  },
  {
    name: 'Jewel bonbons',
    words: 'Painted shells, each one a small gem',
    alt: 'Bonbons painted like jewels in red, gold, white and green',
    picture: '/pictures/signature-jewels.webp',
    backup: '/pictures/bonbon-jewels.webp',
    ...TALL,
  },
  {
    name: 'Velvet truffles',
    words: 'Dark ganache under a coat of cocoa',
    alt: 'Truffles dusted with cocoa, piled on a small brass stand',
    picture: '/pictures/signature-velvet.webp',
    backup: '/pictures/cocoa-truffles.webp',
    ...TALL,
  },
]

export function SignatureCollection() {
  return (
    <section className="render-near bg-ivory py-16 sm:py-24">
      <div className="wrap">
        <SectionHeading
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

function PieceCard({ name, words, picture, ...shown }: SignaturePiece) {
  return (
    <article className="cut relative h-85 overflow-hidden text-pearl cut-28 after:absolute after:inset-x-0 after:top-[45%] after:bottom-0 after:bg-linear-to-b after:from-cocoa-950/0 after:to-cocoa-950/85 lg:h-115">
      <Picture {...shown} src={picture} className="size-full object-cover" />
      <div className="absolute inset-x-7 bottom-6.5 z-10 grid gap-1">
        <h3 className="text-[1.7rem] leading-[1.15]">{name}</h3>
        <p className="text-[0.9rem] text-on-dark">{words}</p>
      </div>
    </article>
  )
}
