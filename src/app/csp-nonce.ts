import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start'

/** The nonce of the page that is being rendered, which its inline scripts carry. The browser needs none. */
export const cspNonce = createIsomorphicFn()
  // server.ts passes { nonce } as the context of every page; Start types contexts only for its own middleware.
  .server(() => (getGlobalStartContext() as { nonce?: string } | undefined)?.nonce)
  .client(() => undefined)
