import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { conflictMessage, getJson, sendJson } from '#src/browser/http-client.ts'
import { uploadFile } from '#src/browser/upload-file.ts'
import type {
  AdminProblem,
  NewProblem,
  OrderProblems,
  ProblemKind,
  ProblemReceipt,
  ProblemWish,
  Settlement,
  UploadedPhoto,
} from './problems.contract.ts'

const OWN = ['/api/orders', 'problems']

export const orderProblemsQuery = (orderId: string) =>
  queryOptions<OrderProblems>({
    queryKey: [...OWN, orderId],
    queryFn: () => getJson<OrderProblems>(`/api/orders/${orderId}/problems`),
  })

/** The server refuses a report with an empty choice. */
export type SentReport = Omit<NewProblem, 'kind' | 'wish'> & {
  orderId: string
  kind: ProblemKind | ''
  wish: ProblemWish | ''
}

export const sendProblem = mutationOptions({
  mutationFn: ({ orderId, ...problem }: SentReport) =>
    sendJson<ProblemReceipt>('POST', `/api/orders/${orderId}/problems`, problem),
  meta: { refreshes: [OWN] },
})

export const sendPhoto = mutationOptions({
  mutationFn: async (photo: File) => {
    const body = new FormData()
    body.append('photo', await shrinkPhoto(photo))
    return uploadFile<UploadedPhoto>({ path: '/api/problem-photos', body })
  },
})

/** Null for a ticket that reports no problem of an order. */
export const adminProblemQuery = (ticketId: string) =>
  queryOptions<AdminProblem | null>({
    queryKey: ['/api/admin/problems', ticketId],
    queryFn: async () =>
      (await getJson<{ problem: AdminProblem | null }>(`/api/admin/problems/${encodeURIComponent(ticketId)}`)).problem,
  })

export const settleProblem = mutationOptions({
  mutationFn: ({ ticketId, ...settlement }: Settlement & { ticketId: string }) =>
    sendJson<AdminProblem>('POST', `/api/admin/problems/${ticketId}/settlement`, settlement),
  meta: {
    success: { title: 'Problem Settled', description: 'The customer gets your answer by e-mail.' },
    failure: (error) => ({ title: 'Not Settled', description: conflictMessage(error) ?? 'Please try again.' }),
    refreshes: [
      ['/api/admin/problems'],
      ['/api/admin/inbox'],
      ['/api/admin/orders'],
      ['/api/admin/today'],
      ['/api/admin/messages'],
    ],
  },
})

const LONGEST_SIDE = 2048
const SMALL_ENOUGH = 1024 * 1024

/** Shrinks a photo before it is sent. A file that the browser cannot read is sent unchanged. */
async function shrinkPhoto(photo: File): Promise<File> {
  if (photo.size <= SMALL_ENOUGH) return photo
  const picture = await createImageBitmap(photo).catch(() => undefined)
  if (!picture) return photo
  const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))
  return blob && blob.size < photo.size ? new File([blob], 'photo.jpg', { type: 'image/jpeg' }) : photo
}
