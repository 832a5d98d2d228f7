import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { getJson, HttpError } from '#src/browser/http-client.ts'
import { SIGNED_IN_HINT } from '#src/features/auth/sign-in/sign-in-path.ts'
import type { User } from './auth.contract.ts'

/** The signed-in user; null for a visitor. Without the hint cookie no request is made. */
export const userQuery = queryOptions({
  queryKey: ['/api/auth/user'],
  queryFn: () => (mayBeSignedIn() ? askForUser() : null),
})

export function useUser(): User | null {
  return useSuspenseQuery(userQuery).data
}

const mayBeSignedIn = () => import.meta.env.SSR || document.cookie.includes(`${SIGNED_IN_HINT}=1`)

async function askForUser(): Promise<User | null> {
  try {
    return await getJson<User>('/api/auth/user')
  } catch (error) {
    if (error instanceof HttpError && error.status === 401) return null
    throw error
  }
}

const BLOCK_ID = 'user'

/** Markup with the signed-in user, the only part in which pages of different customers may differ. */
export function userBlock(user: object | null): string {
  return `<script type="application/json" id="${BLOCK_ID}">${JSON.stringify(user).replaceAll('<', '\\u003c')}</script>`
}

export function userBlockOf(queryClient: QueryClient): string {
  const user = queryClient.getQueryData(userQuery.queryKey)
  return user === undefined ? '' : userBlock(user)
}

export function readUserBlock(queryClient: QueryClient): void {
  const block = document.getElementById(BLOCK_ID)
  if (block) queryClient.setQueryData(userQuery.queryKey, JSON.parse(block.innerText))
}

export const isUserKey = ([path]: readonly unknown[]): boolean => path === userQuery.queryKey[0]
