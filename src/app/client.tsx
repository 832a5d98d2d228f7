import { RouterClient } from '@tanstack/react-router/ssr/client'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { getRouter } from './router.tsx'

// Start's own entry also brings the client of server functions, 11 KB that this shop has no use for.
function start() {
  const router = getRouter()
  // For what stands in the page (late-scripts.server.ts): React answers a press from here on, or holds it back.
  dispatchEvent(new Event('hydrating'))
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RouterClient router={router} />
      </StrictMode>,
    )
  })
}

// In a task of its own: reading all this code was one already, and a touch must not wait for both.
setTimeout(start)
