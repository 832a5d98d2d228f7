import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { showToast } from '#src/browser/toast-store.ts'
import { uploadImage } from '#src/features/catalog/admin/admin-products.queries.ts'
import { UploadButton } from '#src/ui/forms/upload-button.tsx'
import { refusalOf } from './image-field.tsx'
import { addPicture, filledPictures, MAX_PICTURES, TOO_MANY_PICTURES, toPictureRows } from './picture-list.ts'
import { PictureRows } from './picture-rows.tsx'
import type { ProductPicture } from './product-pictures.contract.ts'
import { UploadProgress, useUpload } from './upload-progress.tsx'

type PicturesFieldProps = {
  pictures: readonly ProductPicture[]
  onUploading: (isUploading: boolean) => void
  wrong: Record<string, string | undefined>
}

/** Sends the pictures as the field `images`, read by `readPictureFields`. */
export function PicturesField({ pictures, onUploading, wrong }: PicturesFieldProps) {
  const [rows, setRows] = useState(() => toPictureRows(pictures))
  const [refused, setRefused] = useState<string>()
  const uploading = useMutation(uploadImage)
  const sending = useUpload()
  const fileId = useId()
  const error = refused ?? wrong.images ?? wrong.imageUrl
  const free = MAX_PICTURES - rows.filter(({ url }) => url !== '').length

  async function upload(files: File[]) {
    setRefused(files.length > free ? `${TOO_MANY_PICTURES} ${leftOut(files.length - free)}` : undefined)
    onUploading(true)
    try {
      for (const file of files.slice(0, free)) {
        const url = await uploading.mutateAsync({ file, ...sending.begin() })
        setRows((now) => addPicture(now, url))
      }
    } finally {
      onUploading(false)
    }
  }
  function choose(files: File[]) {
    const refusals = files.flatMap((file) => refusalOf(file) ?? [])
    if (refusals[0]) return showToast({ ...refusals[0], tone: 'destructive' })
    // A failed upload has said so in a toast; the rest is not sent.
    upload(files).catch(() => {})
  }
  return (
    <fieldset className="grid gap-3 sm:col-span-2">
      <legend className="mb-1.5 font-semibold text-small">Pictures</legend>
      <input type="hidden" name="images" value={JSON.stringify(filledPictures(rows))} />
      <PictureRows rows={rows} onChange={setRows} wrong={wrong} />
      {uploading.isPending ? (
        <UploadProgress what="Picture" part={sending.part} onCancel={sending.cancel} />
      ) : (
        <UploadButton
          label="Upload a picture"
          onFiles={choose}
          multiple
          aria-describedby={`${fileId}-hint${error ? ` ${fileId}-error` : ''}`}
          aria-invalid={error ? true : undefined}
        />
      )}
      <p id={`${fileId}-hint`} className="text-cocoa-500 text-meta">
        Up to eight pictures of 5 MB each. The first one is shown in lists. Camera data such as the place is removed.
      </p>
      {error && (
        <p id={`${fileId}-error`} className="font-medium text-err text-meta">
          {error}
        </p>
      )}
    </fieldset>
  )
}

const leftOut = (count: number) =>
  count === 1 ? 'One picture was not uploaded.' : `${count} pictures were not uploaded.`
