import type { z } from 'zod'
import { CourierUnavailable } from '#src/features/couriers/courier.server.ts'
import {
  type CourierAccess,
  type CourierAnswer,
  createCourierHttp,
} from '#src/features/couriers/courier-http.server.ts'
import { Login, Refusal } from './shiprocket-schemas.server.ts'

export type ShiprocketAccess = CourierAccess & { email: string; password: string }

const TOKEN_MS = 9 * 86_400_000

type Ask<T extends z.ZodType> = { path: string; body?: unknown; schema: T }

export type ShiprocketClient = ReturnType<typeof createShiprocketClient>

/** Signs in once and keeps the token in memory. After a 401 it signs in again, once. */
export function createShiprocketClient({ email, password, ...access }: ShiprocketAccess) {
  let token: { value: string; until: number } | undefined
  let signingIn: Promise<string> | undefined
  const secrets = () => [password, ...(token ? [token.value] : [])]
  const http = createCourierHttp({ ...access, courier: 'shiprocket', secrets })

  async function signIn(): Promise<string> {
    const { status, json } = await http.call({
      method: 'POST',
      path: '/v1/external/auth/login',
      headers: JSON_HEADERS,
      body: JSON.stringify({ email, password }),
    })
    const parsed = Login.safeParse(json)
    if (status !== 200 || !parsed.success)
      throw new CourierUnavailable('Shiprocket does not accept the e-mail and password of the shop.')
    token = { value: parsed.data.token, until: Date.now() + TOKEN_MS }
    return token.value
  }

  async function currentToken(): Promise<string> {
    if (token && token.until > Date.now()) return token.value
    signingIn ??= signIn().finally(() => {
      signingIn = undefined
    })
    return signingIn
  }

  async function answerTo(path: string, body: unknown): Promise<CourierAnswer> {
    return http.call({
      method: body === undefined ? 'GET' : 'POST',
      path,
      headers: { ...JSON_HEADERS, authorization: `Bearer ${await currentToken()}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }

  return {
    http,
    /** Throws a refusal for 4xx. The schemas find refusals with the status 200 (Errors and Response codes). */
    async ask<T extends z.ZodType>({ path, body, schema }: Ask<T>): Promise<z.output<T>> {
      let answer = await answerTo(path, body)
      if (answer.status === 401) {
        token = undefined
        answer = await answerTo(path, body)
      }
      if (answer.status === 401) throw new CourierUnavailable('Shiprocket does not accept the shop any more.')
      if (answer.status >= 400) throw http.refusal(wordsOf(answer.json))
      const parsed = schema.safeParse(answer.text === '' ? {} : answer.json)
      if (!parsed.success) throw http.unreadable(path.split('?')[0] ?? path)
      return parsed.data
    },
  }
}

const JSON_HEADERS = { accept: 'application/json', 'content-type': 'application/json' }

function wordsOf(json: unknown): string | undefined {
  const { message, errors } = Refusal.safeParse(json).data ?? {}
  const details = Object.values(errors ?? {}).flat()
  return [message, ...details].filter(Boolean).join(' ') || undefined
}
