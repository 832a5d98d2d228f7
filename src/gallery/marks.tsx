import { Badge } from '#src/ui/badge.tsx'
import { DiamondListItem, DiamondMark } from '#src/ui/diamond-mark.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Picture } from '#src/ui/picture.tsx'
import { Price } from '#src/ui/price.tsx'
import { RatingMarks } from '#src/ui/rating-marks.tsx'
import { SectionHeading } from '#src/ui/section-heading.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { StatusBadge } from '#src/ui/status-badge.tsx'
import type { Showcase } from './showcase.tsx'

const PICTURE = { alt: 'A bar of dark chocolate', width: 340, height: 340, className: 'size-48 object-cover' }

export const MARKS: Showcase[] = [
  { of: [Badge], states: { plain: <Badge>Truffles</Badge>, low: <Badge tone="low">Low Stock</Badge> } },
  {
    of: [StatusBadge],
    states: {
      ok: <StatusBadge tone="ok">Delivered</StatusBadge>,
      warn: <StatusBadge tone="warn">Pending</StatusBadge>,
      info: <StatusBadge tone="info">Processing</StatusBadge>,
      'info, outlined': <StatusBadge tone="info-outlined">Shipped</StatusBadge>,
      err: <StatusBadge tone="err">Cancelled</StatusBadge>,
      neutral: <StatusBadge tone="neutral">Draft</StatusBadge>,
    },
  },
  {
    of: [DiamondMark, DiamondListItem],
    states: {
      alone: <DiamondMark />,
      'in a list': (
        <ul className="grid gap-2">
          <DiamondListItem>Handmade in Hyderabad</DiamondListItem>
          <DiamondListItem>
            Free shipping over ₹2,000, with a sentence that is long enough to need two lines
          </DiamondListItem>
        </ul>
      ),
    },
  },
  {
    of: [Price],
    states: {
      rupees: <Price rupees={450} />,
      'with paise': <Price rupees={1234567.5} />,
      exact: <Price rupees={450} exact />,
    },
  },
  {
    of: [RatingMarks],
    states: { none: <RatingMarks rating={0} />, some: <RatingMarks rating={3.6} />, all: <RatingMarks rating={5} /> },
  },
  {
    of: [Picture],
    states: {
      known: <Picture {...PICTURE} src="/pictures/dark-golconda-bar.webp" />,
      'failed, with another': <Picture {...PICTURE} src="/missing.webp" backup="/pictures/dark-golconda-bar.webp" />,
      failed: <Picture {...PICTURE} src="/missing.webp" />,
    },
  },
  {
    of: [SectionHeading],
    states: {
      title: <SectionHeading title="From the same hands" />,
      'with eyebrow and action': (
        <SectionHeading
          eyebrow="The collection"
          title="Cut like stones"
          action={<Button variant="link">See all</Button>}
        />
      ),
    },
  },
  {
    of: [Skeleton],
    states: { line: <Skeleton className="h-5 w-40" />, box: <Skeleton className="size-32" /> },
  },
  {
    of: [EmptyState],
    states: {
      title: <EmptyState title="Your cart is empty" />,
      'with text and action': (
        <EmptyState
          as="p"
          title="Product Not Found"
          text="The product you're looking for doesn't exist."
          action={<Button>Back to Products</Button>}
        />
      ),
    },
  },
]
