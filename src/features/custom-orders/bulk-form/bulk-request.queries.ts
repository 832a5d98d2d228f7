import { mutationOptions } from '@tanstack/react-query'
import { sendJson } from '#src/browser/http-client.ts'
import { dismissToast } from '#src/browser/toast-store.ts'
import type { CustomOrderReceipt } from '#src/features/custom-orders/custom-orders.contract.ts'
import type { BulkDraft } from './bulk-draft.ts'

export const submitBulkRequest = mutationOptions({
  mutationFn: ({ lines, ...texts }: BulkDraft) =>
    sendJson<CustomOrderReceipt>('POST', '/api/bulk-requests', {
      ...texts,
      lines: lines.map(({ productId, quantity }) => ({ productId, quantity: Number(quantity) || 0 })),
    }),
  // An older notice would contradict the receipt.
  onSuccess: dismissToast,
  meta: { refreshes: [['/api/custom-orders/mine']] },
})
