import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { HttpError } from '#src/browser/http-client.ts'
import { ConfirmPasswordField, SecurityForm } from '#src/features/auth/security/security-form.tsx'

const refusal = 'That is not your password.'
const formAfter = (error: Error) => {
  const children = createElement(ConfirmPasswordField, { label: 'Your current password' })
  return renderToStaticMarkup(SecurityForm({ error, onSubmit: () => {}, children }))
}

it('a wrong password is marked at its field, and said there alone', () => {
  const body = { message: refusal, issues: [{ path: 'password', message: refusal }] }
  const form = formAfter(new HttpError(409, JSON.stringify(body)))
  const [field = ''] = form.match(/<input[^>]*>/) ?? []
  const described = /aria-describedby="([^"]+)"/.exec(field)?.[1]
  expect(field).toContain('aria-invalid="true"')
  expect(form).toMatch(new RegExp(`<p id="${described}"[^>]*>${refusal}</p>`))
  expect(form).not.toContain('role="alert"')
})

it('what is wrong with no field is said below the form', () => {
  const form = formAfter(new HttpError(409, JSON.stringify({ message: 'That code is wrong.' })))
  expect(form).toMatch(/role="alert"[^>]*>That code is wrong\.</)
  expect(form).not.toContain('aria-invalid=')
})
