import type { ReactNode } from 'react'
import { findStaticImage, STATIC_IMAGE_FORMATS, staticImageSrcSets } from '#src/core/images/static-images.ts'
import houseName from '#src/styles/fonts/house-name-telugu.woff2?url&no-inline'

type HeroProps = { eyebrow: string; title: string; lead: string; children: ReactNode }

export function Hero({ eyebrow, title, lead, children }: HeroProps) {
  return (
    <section className="on-dark relative isolate overflow-hidden bg-cocoa-950 text-pearl">
      <link rel="preload" href={houseName} as="font" type="font/woff2" crossOrigin="anonymous" />
      <HeroPicture />
      <div className="wrap relative -mt-11 flex flex-col items-start gap-4.5 pb-10.5 sm:mt-0 sm:min-h-170 sm:justify-center sm:gap-6.5 sm:py-24">
        <p className="eyebrow text-gold-300">
          <span
            lang="te"
            className="mr-2 inline-block w-[3.513em] align-[-0.12em] font-normal font-name text-[1.4rem] leading-none tracking-wide"
          >
            గోల్కొండ
          </span>
          {eyebrow}
        </p>
        <h1 className="max-w-[7.58em] text-hero">{title}</h1>
        <p className="max-w-[23.1em] text-pretty text-lead text-on-dark">{lead}</p>
        <div className="mt-2.5 flex flex-wrap items-center gap-x-7 gap-y-4">{children}</div>
      </div>
    </section>
  )
}

const SHADE =
  'after:absolute after:inset-0 after:bg-[linear-gradient(rgb(27_14_11/0)_180px,var(--cocoa-950)_328px)] sm:after:bg-[linear-gradient(90deg,rgb(27_14_11/0.92)_0,rgb(27_14_11/0.78)_48%,rgb(27_14_11/0.1)_90%)] lg:after:bg-[linear-gradient(90deg,rgb(27_14_11/0.9)_0,rgb(27_14_11/0.62)_32%,rgb(27_14_11/0)_62%)]'
/** Deferred until hydration: the first frames are busy. */
const GLINT =
  'before:absolute before:inset-0 before:z-10 before:hidden before:animate-glint before:bg-[linear-gradient(115deg,transparent_44%,rgb(255_246_220/0.16)_50%,transparent_56%)] motion-safe:in-data-hydrated:before:block'

const HERO = '/pictures/hero.webp'

function HeroPicture() {
  return (
    <div className={`relative h-82.5 overflow-hidden sm:absolute sm:inset-0 sm:-z-10 sm:h-auto ${SHADE} ${GLINT}`}>
      <picture>
        <CroppedSources name="hero-phone" media="(max-width: 639px)" sizes="100vw" />
        <CroppedSources name="hero" sizes="max(100vw, 1210px)" />
        <img
          src={staticImageSrcSets(HERO, 960)?.plain ?? HERO}
          alt="Facet-cut dark chocolate, a ruby and a gold bonbon, cocoa truffles and rose petals"
          width={2400}
          height={1350}
          fetchPriority="high"
          decoding="async"
          className="size-full object-cover sm:object-[62%_50%]"
        />
      </picture>
    </div>
  )
}

type CroppedSourcesProps = { name: string; media?: string; sizes: string }

function CroppedSources({ name, media, sizes }: CroppedSourcesProps) {
  const src = `/pictures/${name}.webp`
  const picture = findStaticImage(src)
  const sources = picture && staticImageSrcSets(src, picture.width / 2)
  if (!sources) return
  return STATIC_IMAGE_FORMATS.map((format) => (
    <source
      key={format}
      type={`image/${format}`}
      media={media}
      srcSet={sources[format]}
      sizes={sizes}
      width={picture.width}
      height={picture.height}
    />
  ))
}
