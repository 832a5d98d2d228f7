import { serverMessage } from '#src/browser/form-errors.ts'
import '#src/core/validation/validation-messages.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { HttpError } from '#src/browser/http-client.ts'
import { showToast } from '#src/browser/toast-store.ts'
import { NewStory, type StoryInput } from '#src/features/community/stories/stories.contract.ts'
import { shareStory } from '#src/features/community/stories/stories.queries.ts'
import { STORY_EMOTIONS } from '#src/features/community/stories/stories-search-params.ts'
import { EMOTION_LABELS, STORY_CHOCOLATES, STORY_LENGTHS } from '#src/features/community/stories/story.ts'
import { PrivacyNote } from '#src/features/settings/policies/policy-links.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Field, TextAreaField } from '#src/ui/forms/field.tsx'
import { SelectField } from '#src/ui/forms/select.tsx'
import { Dialog } from '#src/ui/overlays/dialog.tsx'

type ShareStoryDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }
type Form = UseFormReturn<StoryInput, unknown, NewStory>

const EMPTY: StoryInput = {
  title: '',
  content: '',
  authorName: '',
  authorEmail: '',
  chocolateType: '',
  emotion: '',
  location: '',
}
const REQUIRED = ['title', 'content', 'authorName'] as const

/** The form state is outside of the dialog, so that closing it loses nothing. */
export function ShareStoryDialog({ open, onOpenChange }: ShareStoryDialogProps) {
  const form: Form = useForm({ resolver: zodResolver(NewStory), defaultValues: EMPTY })
  const sharing = useMutation({
    ...shareStory,
    onSuccess: () => {
      onOpenChange(false)
      form.reset(EMPTY)
    },
  })
  function sayWhatIsMissing() {
    if (form.getValues(REQUIRED).every((typed) => typed.trim() !== '')) return
    showToast({
      title: 'Missing Information',
      description: 'Please fill in the required fields: title, content, and your name.',
      tone: 'destructive',
    })
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="wide"
      title="Share Your Story"
      description="We read every story before it appears here."
    >
      <form
        noValidate
        onSubmit={form.handleSubmit((story) => sharing.mutate(story), sayWhatIsMissing)}
        className="grid items-start gap-x-5 gap-y-4 sm:grid-cols-2"
      >
        <StoryFields form={form} />
        <AuthorFields form={form} />
        {refusalOf(sharing.error) && (
          <p role="alert" className="bg-err-tint px-4 py-3 text-err text-small sm:col-span-2">
            {refusalOf(sharing.error)}
          </p>
        )}
        <div className="sm:col-span-2">
          <PrivacyNote text="We publish story and name once we have read them, and never your e-mail address." />
        </div>
        <div className="mt-2 flex flex-wrap gap-3 sm:col-span-2">
          <Button type="submit" pending={sharing.isPending}>
            {sharing.isPending ? 'Submitting...' : 'Submit Story'}
          </Button>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Not now
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function bind(form: Form, name: keyof StoryInput) {
  return { ...form.register(name), error: form.formState.errors[name]?.message }
}

function StoryFields({ form }: { form: Form }) {
  return (
    <>
      <Field
        label="Title"
        required
        maxLength={STORY_LENGTHS.title}
        className="sm:col-span-2"
        {...bind(form, 'title')}
      />
      <TextAreaField
        label="Your Story"
        required
        rows={5}
        maxLength={STORY_LENGTHS.content}
        className="sm:col-span-2"
        {...bind(form, 'content')}
      />
      <SelectField label="Chocolate Type (optional)" {...bind(form, 'chocolateType')}>
        <option value="">Any chocolate</option>
        {STORY_CHOCOLATES.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </SelectField>
      <SelectField label="Emotion (optional)" {...bind(form, 'emotion')}>
        <option value="">No particular one</option>
        {STORY_EMOTIONS.map((emotion) => (
          <option key={emotion} value={emotion}>
            {EMOTION_LABELS[emotion]}
          </option>
        ))}
      </SelectField>
    </>
  )
}

function AuthorFields({ form }: { form: Form }) {
  return (
    <>
      <Field
        label="Your Name"
        required
        autoComplete="name"
        maxLength={STORY_LENGTHS.authorName}
        {...bind(form, 'authorName')}
      />
      <Field
        label="Location (optional)"
        autoComplete="address-level2"
        maxLength={STORY_LENGTHS.location}
        {...bind(form, 'location')}
      />
      <Field
        label="Email (optional)"
        type="email"
        autoComplete="email"
        hint="For our questions, and to tell you when your story is published. It is never shown."
        className="sm:col-span-2"
        {...bind(form, 'authorEmail')}
      />
    </>
  )
}

const REFUSED = [429, 503]

/** Returns the server's reason; other failures show a toast only. */
function refusalOf(error: Error | null): string | undefined {
  return error instanceof HttpError && REFUSED.includes(error.status) ? serverMessage(error) : undefined
}
