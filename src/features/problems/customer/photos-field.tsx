import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { serverMessage } from '#src/browser/form-errors.ts'
import { findPhotoFault, MAX_PHOTOS, PHOTO_TYPES, photoPath } from '#src/features/problems/problems.contract.ts'
import { sendPhoto } from '#src/features/problems/problems.queries.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { UploadButton } from '#src/ui/forms/upload-button.tsx'
import { ErrorNote } from '#src/ui/item-list.tsx'
import type { ChangeDraft } from './report-draft.ts'

export function usePhotos(ids: readonly string[], change: ChangeDraft) {
  const [faults, setFaults] = useState<string[]>([])
  const [leftOut, setLeftOut] = useState(0)
  const { mutateAsync, isPending } = useMutation(sendPhoto)
  const setIds = (next: (ids: readonly string[]) => string[]) =>
    change((now) => ({ ...now, photoIds: next(now.photoIds) }))

  async function add(files: File[]) {
    const room = MAX_PHOTOS - ids.length
    setFaults([])
    setLeftOut(Math.max(0, files.length - room))
    for (const file of files.slice(0, room)) {
      try {
        const { id } = await mutateAsync(file)
        setIds((now) => [...now, id])
      } catch (error) {
        const why = findPhotoFault(file) ?? serverMessage(error) ?? 'This photo could not be sent. Please try again.'
        setFaults((now) => [...now, `${file.name}: ${why}`])
      }
    }
  }
  function remove(id: string) {
    setFaults([])
    setLeftOut(0)
    setIds((now) => now.filter((one) => one !== id))
  }
  return { ids, faults, leftOut, isPending, add, remove }
}

type Photos = ReturnType<typeof usePhotos>
type PhotosFieldProps = { photos: Photos; error: string | undefined }

export function PhotosField({ photos, error }: PhotosFieldProps) {
  const { ids, isPending, add, remove } = photos
  const faults = photos.faults.length === 0 && error ? [error] : photos.faults
  return (
    <fieldset className="grid justify-items-start gap-3">
      <legend className="mb-1.5 font-semibold text-small">Photos (optional)</legend>
      <ul className="flex flex-wrap gap-3 empty:hidden">
        {ids.map((id, index) => (
          <li key={id} className="grid justify-items-center">
            <img src={photoPath(id)} alt={`${index + 1} of your photos`} className="size-20 object-cover" />
            <Button variant="link" aria-label={`Remove photo ${index + 1}`} onClick={() => remove(id)}>
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {ids.length < MAX_PHOTOS && (
        <UploadButton label="Add Photos" accept={PHOTO_TYPES} multiple disabled={isPending} onFiles={add} />
      )}
      <p role="status" className="text-cocoa-600 text-small">
        {describePhotos(photos)}
      </p>
      {faults.map((fault) => (
        <ErrorNote key={fault} className="[overflow-wrap:anywhere]">
          {fault}
        </ErrorNote>
      ))}
    </fieldset>
  )
}

function describePhotos({ ids, leftOut, isPending }: Photos): string {
  if (isPending) return 'We are sending your photo.'
  if (leftOut > 0) return `You can send at most ${MAX_PHOTOS} photos. We took the first ones.`
  if (ids.length === MAX_PHOTOS) return `These are ${MAX_PHOTOS} photos, the most that you can send.`
  return `Up to ${MAX_PHOTOS}, of the box and of the chocolate. We delete them after 90 days.`
}
