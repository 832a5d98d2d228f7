import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { sendJson } from '#src/browser/http-client.ts'
import type { ParcelsQuestion, PricedParcels } from './parcels.contract.ts'

const PATH = '/api/orders/parcels/price'
const MINUTE_MS = 60_000

export const parcelsKey = [PATH]

/** Fetched again each minute: the cut-off passes, and days fill. */
export function usePricedParcels(question: ParcelsQuestion | undefined) {
  // A key of words is compared on each render; two hundred addresses are too long for that.
  const text = useMemo(() => JSON.stringify(question), [question])
  const { data, error, refetch } = useQuery({
    queryKey: [...parcelsKey, text],
    queryFn: () => sendJson<PricedParcels>('POST', PATH, question),
    enabled: question !== undefined,
    staleTime: MINUTE_MS,
    refetchInterval: MINUTE_MS,
  })
  return {
    priced: data,
    error,
    retry: () => void refetch(),
  }
}
