import { useMutation } from '@tanstack/react-query'
import { showToast, type Toast } from '#src/browser/toast-store.ts'
import { MAX_IMAGE_BYTES } from '#src/core/images/uploaded-image.ts'
import { uploadImage } from '#src/features/catalog/admin/admin-products.queries.ts'
import { Field } from '#src/ui/forms/field.tsx'
import { UploadButton } from '#src/ui/forms/upload-button.tsx'
import { Picture } from '#src/ui/picture.tsx'
import { UploadProgress, useUpload } from './upload-progress.tsx'

type ImageFieldProps = {
  value: string
  onChange: (url: string) => void
  onUploading: (isUploading: boolean) => void
  name?: string
  label?: string
  upload?: string
  error?: string
}

export function ImageField({
  value,
  onChange,
  onUploading,
  name = 'imageUrl',
  label = 'Picture address',
  upload = 'Upload a picture',
  error,
}: ImageFieldProps) {
  const uploading = useMutation(uploadImage)
  const sending = useUpload()

  function choose([file]: File[]) {
    if (!file) return
    const refusal = refusalOf(file)
    if (refusal) return showToast({ ...refusal, tone: 'destructive' })
    onUploading(true)
    uploading.mutate({ file, ...sending.begin() }, { onSuccess: onChange, onSettled: () => onUploading(false) })
  }
  return (
    <div className="grid gap-3 sm:col-span-2 sm:grid-cols-[8rem_1fr] sm:gap-5">
      <Picture key={value} src={value} alt="" width={128} height={128} className="cut size-32 object-cover cut-10" />
      <div className="grid content-start gap-3">
        {uploading.isPending ? (
          <UploadProgress what="Picture" part={sending.part} onCancel={sending.cancel} />
        ) : (
          <UploadButton label={upload} onFiles={choose} />
        )}
        <Field
          label={label}
          name={name}
          inputMode="url"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          hint="Up to 5 MB. Camera data such as the place is removed."
          error={error}
          autoComplete="off"
        />
      </div>
    </div>
  )
}

export function refusalOf(file: File): Toast | undefined {
  if (!file.type.startsWith('image/'))
    return { title: 'Invalid File', description: 'Please select an image file (JPG, PNG, GIF, etc.)' }
  if (file.size > MAX_IMAGE_BYTES)
    return { title: 'File Too Large', description: 'Please select an image smaller than 5MB' }
}
