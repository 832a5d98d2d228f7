import { z } from 'zod'
import { personName } from '#src/core/validation/fields.ts'
import type { Db } from '#src/db/database.server.ts'
import { NewPassword } from '#src/features/auth/auth.contract.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute, PUBLIC } from '#src/server/routes/define-route.server.ts'
import { formUpTo } from '#src/server/routes/route-policy.server.ts'
import { acceptInvitation, findInvitedEmail } from './admin-invitations.server.ts'
import { renderAdminWelcomePage, renderExpiredInvitationPage, renderInvitationPage } from './invitation-pages.server.ts'

const query = z.object({ token: z.string().max(100).default('') })
const page = (description: string) => ({ description, content: { 'text/html': { schema: z.string() } } })

const showInvitation = defineRoute('get', '/invitation', {
  ...PUBLIC,
  whileClosed: true,
  summary: 'Show the page that accepts an invitation',
  query,
  responses: { 200: page('The form that asks for a name and a password.'), 404: page('The link is not valid.') },
})

const Form = z.object({ name: z.string(), password: z.string(), again: z.string() }).partial()

const accept = defineRoute('post', '/invitation', {
  ...PUBLIC,
  body: formUpTo(4),
  whileClosed: true,
  summary: 'Accept an invitation, once',
  query,
  form: Form,
  responses: {
    200: page('The invited person is an admin now.'),
    404: page('The link is not valid.'),
    422: page('The form again, with what is wrong.'),
  },
})

const Acceptance = z
  .object({ name: personName('Please tell us your name.'), password: NewPassword, again: z.string() })
  .refine(({ password, again }) => password === again, { path: ['again'], message: 'The two passwords differ.' })

/** The pages behind an invitation's link. The token authenticates: there is no session yet. */
export function invitationApi({ db }: { db: Db }) {
  return createApiRouter()
    .openapi(showInvitation(), async (c) => {
      const { token } = c.req.valid('query')
      const email = await findInvitedEmail(db, token)
      return email ? renderInvitationPage({ email, token }) : renderExpiredInvitationPage()
    })
    .openapi(accept(), async (c) => {
      const { token } = c.req.valid('query')
      const { name = '', password = '', again = '' } = c.req.valid('form')
      const email = await findInvitedEmail(db, token)
      if (!email) return renderExpiredInvitationPage()
      const parsed = Acceptance.safeParse({ name, password, again })
      if (!parsed.success) {
        const errors = z.flattenError(parsed.error).fieldErrors
        const first = (field: keyof typeof errors) => errors[field]?.[0]
        return renderInvitationPage({
          ...{ email, token, name },
          errors: { name: first('name'), password: first('password'), again: first('again') },
        })
      }
      return (await acceptInvitation(db, { token, ...parsed.data }))
        ? renderAdminWelcomePage({ email })
        : renderExpiredInvitationPage()
    })
}
