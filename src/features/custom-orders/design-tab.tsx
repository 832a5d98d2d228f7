import { chocolateShape } from './chocolate-shapes.ts'
import { PACKAGING_NAMES, PACKAGINGS, type Packaging, SHAPE_NAMES, SHAPES, type Shape } from './custom-orders.rules.ts'
import type { DraftProps } from './draft.rules.ts'
import { cutRectangle, pathOf } from './facets.ts'
import { Options, PictureRadio } from './options.tsx'
import { PackagingBehind, PackagingOver } from './packaging-drawing.tsx'

export function DesignTab({ draft, change }: DraftProps) {
  return (
    <div className="grid gap-9">
      <Options legend="Choose a shape" className="grid grid-cols-3 gap-1 min-[26rem]:grid-cols-4">
        {SHAPES.map((shape) => (
          <PictureRadio
            key={shape}
            name="shape"
            value={shape}
            checked={draft.shape === shape}
            onChoose={() => change({ shape })}
            picture={<ShapePlan shape={shape} />}
          >
            {SHAPE_NAMES[shape]}
          </PictureRadio>
        ))}
      </Options>
      <Options legend="Choose a packaging" className="grid grid-cols-3 gap-1 min-[26rem]:grid-cols-4">
        {PACKAGINGS.map((packaging) => (
          <PictureRadio
            key={packaging}
            name="packaging"
            value={packaging}
            checked={draft.packaging === packaging}
            onChoose={() => change({ packaging })}
            picture={<PackagingSample packaging={packaging} />}
          >
            {PACKAGING_NAMES[packaging]}
          </PictureRadio>
        ))}
      </Options>
    </div>
  )
}

function ShapePlan({ shape }: { shape: Shape }) {
  const { outline, facets } = chocolateShape(shape)
  return (
    <svg viewBox="-80 -58 160 116" aria-hidden="true" fill="none" stroke="var(--gold-300)" className="h-16 w-22">
      <path d={facets.map(pathOf).join('')} strokeWidth="0.7" opacity="0.55" />
      <path d={outline} strokeWidth="2" />
    </svg>
  )
}

const SAMPLE = { width: 56, height: 56, outlines: [cutRectangle(56, 56, 6)] }

function PackagingSample({ packaging }: { packaging: Packaging }) {
  return (
    <svg viewBox="-58 -50 116 100" aria-hidden="true" className="h-18 w-22 rounded-control bg-ivory">
      <PackagingBehind packaging={packaging} {...SAMPLE} />
      <path d={pathOf(cutRectangle(56, 56, 6))} fill="#6b3d26" />
      <path d={pathOf(cutRectangle(46, 46, 5))} fill="#7f4c31" />
      <PackagingOver packaging={packaging} {...SAMPLE} />
    </svg>
  )
}
