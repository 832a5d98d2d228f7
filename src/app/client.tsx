import { RouterProvider } from '@tanstack/react-router'
import { hydrate } from '@tanstack/react-router/ssr/client'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { getRouter } from './router.tsx'

/**
 * Brings the page to life, each step in a task of its own: a touch waits for one of them at most. Start's own entry also
 * brings the client of server functions, 11 KB that this shop has no use for.
 */
async function start() {
  await nextTask()
  const router = getRouter()
  await nextTask()
  await hydrate(router).finally(() => window.$_TSR?.h())
  await nextTask()
  // For what stands in the page (late-scripts.server.ts): React answers a press from here on, or holds it back.
  dispatchEvent(new Event('hydrating'))
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    )
  })
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve))

void start()
