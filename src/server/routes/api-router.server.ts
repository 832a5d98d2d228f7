import '#src/core/validation/validation-messages.ts'
import { OpenAPIHono } from '@hono/zod-openapi'
import type { ZodError } from 'zod'

/** Creates a router for a feature's routes, which validates input by their contracts before a handler runs. */
export function createApiRouter() {
  return new OpenAPIHono({
    defaultHook: (result, c) => {
      if (result.success) return
      const { message, issues } = formatValidationError(result.error)
      if (result.target !== 'param') return c.json({ message, issues }, 400)
      return c.json({ message: issues[0]?.message ?? message, issues }, 404)
    },
  })
}

/** Formats a validation error as a sentence and one issue per wrong field. */
function formatValidationError(error: ZodError) {
  const issues = error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
  const [first] = issues
  if (!first?.path) return { message: 'We could not read that request.', issues }
  const isWhole = first.message.startsWith('Please ')
  return { message: isWhole ? first.message : `Please check ${fieldName(first.path)}: ${first.message}`, issues }
}

function fieldName(path: string): string {
  const named = path.split('.').filter((part) => !/^\d+$/.test(part))
  return (named.at(-1) ?? path).replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
}
