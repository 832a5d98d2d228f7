import { mutationOptions, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { serverMessage } from '#src/browser/form-errors.ts'
import { uploadFile } from '#src/browser/upload-file.ts'
import type { CheckoutFormMethods } from '#src/features/checkout/form/use-checkout-form.ts'
import {
  findLogoFault,
  LOGO_GONE,
  LOGO_TYPES,
  type UploadedLogo,
} from '#src/features/orders/card-logo/card-logo.contract.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { UploadButton } from '#src/ui/forms/upload-button.tsx'
import { ErrorNote } from '#src/ui/item-list.tsx'
import { canHaveLogo } from './gift-form.contract.ts'

const uploadLogo = mutationOptions({
  mutationFn: (file: File) => {
    const body = new FormData()
    body.append('logo', file)
    return uploadFile<UploadedLogo>({ path: '/api/card-logos', body })
  },
})

const whyNotUploaded = (error: Error) => serverMessage(error) ?? 'Your logo could not be uploaded. Please try again.'

/** The logo that is uploaded for the cards; its id is a field of the form. */
export function useCardLogo(form: CheckoutFormMethods) {
  const names = ['cardLogoId', 'isForSeveral', 'isCompany'] as const
  const [cardLogoId, isForSeveral, isCompany] = useWatch({ control: form.control, name: names })
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending } = useMutation(uploadLogo)
  const isOffered = canHaveLogo({ isForSeveral, isCompany })
  const setId = (id: string) => form.setValue('cardLogoId', id)

  function choose([file]: File[]) {
    if (!file || isPending) return
    const fault = findLogoFault(file)
    setProblem(fault)
    if (fault) return
    mutate(file, { onSuccess: ({ id }) => setId(id), onError: (error) => setProblem(whyNotUploaded(error)) })
  }
  function remove() {
    setProblem(undefined)
    setId('')
  }
  function lose() {
    setProblem(LOGO_GONE)
    setId('')
  }
  return { id: isOffered ? cardLogoId : '', isOffered, problem, isPending, choose, remove, lose }
}

export function LogoField({ logo }: { logo: ReturnType<typeof useCardLogo> }) {
  const { id, problem, isPending, choose, remove } = logo
  return (
    <fieldset className="grid justify-items-start gap-2">
      <legend className="mb-1.5 font-semibold text-small">Your logo on the card (optional)</legend>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <UploadButton label={id ? 'Choose Another Logo' : 'Choose a Logo'} accept={LOGO_TYPES} onFiles={choose} />
        {id && (
          <Button variant="link" onClick={remove}>
            Remove the Logo
          </Button>
        )}
      </div>
      <p role="status" className="text-cocoa-600 text-small">
        {isPending ? 'We are uploading your logo.' : 'A PNG, JPEG or WebP up to 2 MB. An SVG cannot be used.'}
      </p>
      {problem && <ErrorNote>{problem}</ErrorNote>}
    </fieldset>
  )
}
