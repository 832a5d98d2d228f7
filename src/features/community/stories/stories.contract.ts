import { z } from 'zod'
import {
  coerceNumber,
  multiLineText,
  optionalLineNoLinks,
  personName,
  requiredLineNoLinks,
} from '#src/core/validation/fields.ts'
import { Email } from '#src/features/auth/auth.contract.ts'
import { STORY_EMOTIONS } from './stories-search-params.ts'
import { STORY_CHOCOLATES, STORY_LENGTHS } from './story.ts'

/** Public: no e-mail address, nothing about the reader. */
export const Story = z.object({
  id: z.uuid(),
  title: z.string(),
  content: z.string(),
  authorName: z.string(),
  chocolateType: z.enum(STORY_CHOCOLATES).nullable(),
  emotion: z.enum(STORY_EMOTIONS).nullable(),
  location: z.string().nullable(),
  likes: z.int(),
  isSample: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type Story = z.infer<typeof Story>

const orEmpty = <T extends z.ZodType>(schema: T) =>
  z.union([z.literal('').transform(() => undefined), schema]).optional()

export const NewStory = z.strictObject({
  title: requiredLineNoLinks(STORY_LENGTHS.title, 'Please give your story a title.'),
  content: multiLineText(STORY_LENGTHS.content).min(1, 'Please tell your story.'),
  authorName: personName('Please tell us your name.'),
  authorEmail: orEmpty(Email),
  chocolateType: orEmpty(z.enum(STORY_CHOCOLATES, 'Please choose from the list.')),
  emotion: orEmpty(z.enum(STORY_EMOTIONS, 'Please choose from the list.')),
  location: orEmpty(optionalLineNoLinks(STORY_LENGTHS.location)),
})
export type NewStory = z.output<typeof NewStory>
export type StoryInput = z.input<typeof NewStory>

export const SubmittedStory = z.object({ id: z.uuid(), status: z.literal('pending') })
export type SubmittedStory = z.infer<typeof SubmittedStory>

export const ToggledLike = z.object({ liked: z.boolean(), likes: z.int() })
export type ToggledLike = z.infer<typeof ToggledLike>

export const StoryListParams = z.object({
  emotion: z.enum(STORY_EMOTIONS).optional(),
  limit: coerceNumber(z.int().min(1).max(100)).optional(),
  cursor: z.uuid().optional(),
})
export type StoryListParams = z.infer<typeof StoryListParams>
