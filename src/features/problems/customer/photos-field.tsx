import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { serverMessage } from '#src/browser/form-errors.ts'
import { findPhotoFault, MAX_PHOTOS, PHOTO_TYPES, photoPath } from '#src/features/problems/problems.contract.ts'
import { sendPhoto } from '#src/features/problems/problems.queries.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { UploadButton } from '#src/ui/forms/upload-button.tsx'
import { ErrorNote } from '#src/ui/item-list.tsx'

const TOO_MANY = `You can send at most ${MAX_PHOTOS} photos.`

/** The photos that are uploaded for a report, one after the other. */
export function usePhotos() {
  const [ids, setIds] = useState<string[]>([])
  const [problem, setProblem] = useState<string>()
  const { mutateAsync, isPending } = useMutation(sendPhoto)

  async function add(files: File[]) {
    const room = MAX_PHOTOS - ids.length
    setProblem(files.length > room ? TOO_MANY : undefined)
    for (const file of files.slice(0, room)) {
      try {
        const { id } = await mutateAsync(file)
        setIds((now) => [...now, id])
      } catch (error) {
        setProblem(findPhotoFault(file) ?? serverMessage(error) ?? 'This photo could not be sent. Please try again.')
      }
    }
  }
  const remove = (id: string) => setIds((now) => now.filter((one) => one !== id))
  return { ids, problem, isPending, add, remove }
}

type PhotosFieldProps = { photos: ReturnType<typeof usePhotos>; error: string | undefined }

export function PhotosField({ photos: { ids, problem, isPending, add, remove }, error }: PhotosFieldProps) {
  const fault = problem ?? error
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
        {isPending
          ? 'We are sending your photo.'
          : `Up to ${MAX_PHOTOS}, of the box and of the chocolate. We delete them after 90 days.`}
      </p>
      {fault && <ErrorNote>{fault}</ErrorNote>}
    </fieldset>
  )
}
