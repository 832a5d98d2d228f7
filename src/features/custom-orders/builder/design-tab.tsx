import {
  PACKAGING_NAMES,
  PACKAGINGS,
  type Packaging,
  SHAPE_NAMES,
  SHAPES,
  type Shape,
} from '#src/features/custom-orders/custom-order-options.ts'
import { buildChocolateShape } from '#src/features/custom-orders/preview/chocolate-shapes.ts'
import { chamferedRectangle, toSvgPath } from '#src/features/custom-orders/preview/geometry.ts'
import { PackagingBehind, PackagingOver } from '#src/features/custom-orders/preview/packaging-drawing.tsx'
import type { BuilderTabProps } from './builder-state.ts'
import { OptionGroup, PictureRadio } from './option-fields.tsx'

export function DesignTab({ draft, change }: BuilderTabProps) {
  return (
    <div className="grid gap-9">
      <OptionGroup legend="Choose a shape" className="grid grid-cols-3 gap-1 min-[26rem]:grid-cols-4">
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
      </OptionGroup>
      <OptionGroup legend="Choose a packaging" className="grid grid-cols-3 gap-1 min-[26rem]:grid-cols-4">
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
      </OptionGroup>
    </div>
  )
}

function ShapePlan({ shape }: { shape: Shape }) {
  const { outline, facets } = buildChocolateShape(shape)
  return (
    <svg viewBox="-80 -58 160 116" aria-hidden="true" fill="none" stroke="var(--gold-300)" className="h-16 w-22">
      <path d={facets.map(toSvgPath).join('')} strokeWidth="0.7" opacity="0.55" />
      <path d={outline} strokeWidth="2" />
    </svg>
  )
}

const SAMPLE = { width: 56, height: 56, outlines: [chamferedRectangle(56, 56, 6)] }

function PackagingSample({ packaging }: { packaging: Packaging }) {
  return (
    <svg viewBox="-58 -50 116 100" aria-hidden="true" className="h-18 w-22 rounded-control bg-ivory">
      <PackagingBehind packaging={packaging} {...SAMPLE} />
      <path d={toSvgPath(chamferedRectangle(56, 56, 6))} fill="#6b3d26" />
      <path d={toSvgPath(chamferedRectangle(46, 46, 5))} fill="#7f4c31" />
      <PackagingOver packaging={packaging} {...SAMPLE} />
    </svg>
  )
}
