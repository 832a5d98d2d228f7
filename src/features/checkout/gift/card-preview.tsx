import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { logoPath } from '#src/features/orders/card-logo/card-logo.contract.ts'
import { layOutCard } from '#src/features/orders/gift/card-layout.ts'
import type { Gift } from '#src/features/orders/order-form.contract.ts'
import styles from '#src/styles/gift-card.css?url'

type CardPreviewProps = { card: Pick<Gift, 'message' | 'from'>; logoId: string; onLogoGone: () => void }

/** The card as it is printed. It suspends until its styles are here. */
export function CardPreview({ card, logoId, onLogoGone }: CardPreviewProps) {
  const { text, size, from } = layOutCard(card, logoId !== '')
  return (
    <figure className="grid gap-2">
      <link rel="stylesheet" href={styles} precedence="default" />
      <figcaption className="font-semibold text-small">The card in the box</figcaption>
      <div className="gift-card-preview">
        <div className="gift-card">
          <svg viewBox="0 0 95 64" aria-hidden="true">
            <path d="M7 .2H94.8V57L88 63.8H.2V7Z" />
          </svg>
          {logoId && (
            <img className={`card-logo ${size}`} src={logoPath(logoId)} alt="Your logo" onError={onLogoGone} />
          )}
          <p className={`card-text ${size}`}>{text}</p>
          <p className="card-foot">
            <span>{from}</span>
            <span className="house">{SHOP_NAME}</span>
          </p>
        </div>
      </div>
    </figure>
  )
}
