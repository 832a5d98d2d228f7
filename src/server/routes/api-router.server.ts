import '#src/core/validation/validation-messages.ts'
import { OpenAPIHono } from '@hono/zod-openapi'
import type { ZodError } from 'zod'
import { sendProblem } from '#src/server/http/problem.server.ts'

/** Creates a router for a feature's routes, which validates input by their contracts before a handler runs. */
export function createApiRouter() {
  return new OpenAPIHono({
    defaultHook: (result, c) => {
      if (result.success) return
      const { message, issues } = formatValidationError(result.error)
      const details = { issues }
      if (result.target !== 'param') return sendProblem(c, { status: 400, code: 'invalid', message, details })
      return sendProblem(c, { status: 404, code: 'not-found', message: issues[0]?.message ?? message, details })
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
