import ImageUp from 'lucide-react/icons/image-up'
import { type ChangeEvent, type ComponentProps, useId } from 'react'
import { buttonClass } from '#src/ui/forms/button.tsx'

type UploadButtonProps = Omit<ComponentProps<'input'>, 'type' | 'onChange'> & {
  label: string
  onFiles: (files: File[]) => void
}

/** A label that looks like a button; its file input is for keyboards and screen readers. */
export function UploadButton({ label, onFiles, accept = 'image/*', ...input }: UploadButtonProps) {
  const id = useId()
  function choose(event: ChangeEvent<HTMLInputElement>) {
    const files = [...(event.target.files ?? [])]
    event.target.value = ''
    if (files.length > 0) onFiles(files)
  }
  return (
    <div>
      <input {...input} id={id} type="file" accept={accept} onChange={choose} className="peer sr-only" />
      <label
        htmlFor={id}
        className={`${buttonClass({ variant: 'secondary', size: 'small' })} cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2`}
      >
        <ImageUp aria-hidden="true" strokeWidth={1.5} className="size-5" />
        {label}
      </label>
    </div>
  )
}
