import '#src/core/validation/validation-messages.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { type UseFormRegisterReturn, useForm } from 'react-hook-form'
import { Button } from '#src/ui/forms/button.tsx'
import { Field, TextAreaField } from '#src/ui/forms/field.tsx'
import { submitReview } from './my-reviews.queries.ts'
import { RATINGS, REVIEW_TEXT_MAX, REVIEW_TITLE_MAX } from './review.ts'
import { NewReview } from './reviews.contract.ts'

type ReviewFormProps = { productId: number; orderId: string; reference: string; authorName: string }

export function ReviewForm({ productId, orderId, reference, authorName }: ReviewFormProps) {
  const { mutate, isPending } = useMutation(submitReview(productId))
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(NewReview),
    defaultValues: { orderId, title: '', text: '' },
  })
  const { errors } = formState
  return (
    <form
      noValidate
      aria-label="Write a review"
      onSubmit={handleSubmit((review) => mutate(review))}
      className="cut grid gap-5 bg-ivory p-6 cut-18"
    >
      <div>
        <h3 className="text-heading">How was it?</h3>
        <p className="mt-1 text-cocoa-600 text-small [overflow-wrap:anywhere]">
          You had it with order {reference}. Your name appears as{' '}
          <strong className="font-semibold">{authorName}</strong>
        </p>
      </div>
      <RatingField register={register('rating')} error={errors.rating && 'Please choose a rating.'} />
      <Field label="Title" required maxLength={REVIEW_TITLE_MAX} {...register('title')} error={errors.title?.message} />
      <TextAreaField
        label="Your review"
        required
        maxLength={REVIEW_TEXT_MAX}
        {...register('text')}
        error={errors.text?.message}
      />
      <Button type="submit" pending={isPending}>
        {isPending ? 'Sending...' : 'Send Review'}
      </Button>
    </form>
  )
}

type RatingFieldProps = { register: UseFormRegisterReturn; error: string | undefined }

function RatingField({ register, error }: RatingFieldProps) {
  return (
    <fieldset aria-describedby={error ? 'rating-error' : undefined} className="grid gap-1.5">
      <legend className="mb-1.5 font-semibold text-small">Rating</legend>
      <div className="flex flex-wrap gap-x-1">
        {RATINGS.toReversed().map((rating) => (
          <label key={rating} className="flex min-h-11 items-center gap-2 pr-3">
            <input type="radio" value={rating} className="size-5 accent-gold-700" {...register} />
            {rating}
            <span className="sr-only"> of 5</span>
          </label>
        ))}
      </div>
      {error && (
        <p id="rating-error" className="font-medium text-err text-meta">
          {error}
        </p>
      )}
    </fieldset>
  )
}
