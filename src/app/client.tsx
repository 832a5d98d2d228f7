import { RouterProvider } from '@tanstack/react-router'
import { hydrate } from '@tanstack/react-router/ssr/client'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { getRouter } from './router.tsx'

/** Hydrates in separate tasks, so that input waits for one at most. Start's own entry is 11 KB larger. */
async function start() {
  await nextTask()
  const router = getRouter()
  await nextTask()
  await hydrate(router).finally(() => window.$_TSR?.h())
  await nextTask()
  // For defer-scripts.server.ts: from here on React handles or replays clicks.
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
