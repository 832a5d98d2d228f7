import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start'

/** The CSP nonce of the page that is being rendered; undefined in browsers. */
export const cspNonce = createIsomorphicFn()
  // server.ts passes { nonce } as context; Start types contexts only for its own middleware.
  .server(() => (getGlobalStartContext() as { nonce?: string } | undefined)?.nonce)
  .client(() => undefined)
