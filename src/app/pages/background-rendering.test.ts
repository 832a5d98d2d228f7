import { expect, it, onTestFinished, vi } from 'vitest'
import { createBackgroundRendering } from './background-rendering.server.ts'

it('an overloaded shop renders one missing page at a time, then leaves three times as long to other requests', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const rendered: string[] = []
  const renderInBackground = createBackgroundRendering(async (path, { cookie }) => {
    rendered.push(`${path} ${cookie}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  })
  const first = renderInBackground('/products')
  void renderInBackground('/about')
  await vi.advanceTimersByTimeAsync(100)
  await first
  await vi.advanceTimersByTimeAsync(299)
  void renderInBackground('/about')
  expect(rendered).toEqual(['/products '])
  await vi.advanceTimersByTimeAsync(1)
  void renderInBackground('/about', 'shop_session=one')
  expect(rendered).toEqual(['/products ', '/about shop_session=one'])
})
