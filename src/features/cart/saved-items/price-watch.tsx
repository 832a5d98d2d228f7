import { mutationOptions, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { conflictMessage, sendJson } from '#src/browser/http-client.ts'
import { useUser } from '#src/features/auth/auth.queries.ts'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import { CheckboxField } from '#src/ui/forms/checkbox-field.tsx'

const watchesQuery = (userId: string | undefined) =>
  queryOptions<number[]>({ queryKey: ['/api/saved/price-watches'], enabled: userId !== undefined })

type Choice = { productId: number; watches: boolean }

const choosePriceWatch = mutationOptions({
  mutationFn: ({ productId, watches }: Choice) =>
    sendJson<undefined>(watches ? 'PUT' : 'DELETE', `/api/saved/${productId}/price-watch`),
  meta: {
    failure: (error) => ({
      title: 'Not Saved',
      description: conflictMessage(error) ?? 'We could not save that. Please try again.',
    }),
    refreshes: [watchesQuery(undefined).queryKey],
  },
  // After the upload of a product that was just saved.
  scope: { id: 'saved' },
})

/** On the wishlist of a signed-in customer: one e-mail when the price drops. */
export function PriceWatch({ product }: { product: Pick<Product, 'id' | 'name'> }) {
  const user = useUser()
  const { data: watched } = useQuery(watchesQuery(user?.id))
  const choosing = useMutation(choosePriceWatch)
  if (!user || !watched) return null
  const isWatched = choosing.isPending ? choosing.variables.watches : watched.includes(product.id)
  return (
    <CheckboxField
      label="E-mail me when the price drops"
      aria-label={`E-mail me when the price of ${product.name} drops`}
      checked={isWatched}
      onChange={(event) => choosing.mutate({ productId: product.id, watches: event.target.checked })}
    />
  )
}
