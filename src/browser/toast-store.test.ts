import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dismissToast, showToast, useToastStore } from './toast-store.ts'

const shown = () => useToastStore.getState().notice

beforeEach(() => {
  vi.useFakeTimers()
  useToastStore.setState({ notice: null })
})
afterEach(() => {
  vi.useRealTimers()
})

it('shows one notice: a new one takes the place of the one before', () => {
  showToast({ title: 'Added to cart!' })
  const first = shown()
  showToast({ title: 'Item removed', description: 'Noor Ruby Heart' })
  expect(shown()).toMatchObject({ title: 'Item removed', description: 'Noor Ruby Heart', isOpen: true })
  expect(shown()?.id).not.toBe(first?.id)
})

it('remembers a dismissed notice for 1,000,000 ms and then forgets it', () => {
  showToast({ title: 'Copied!' })
  dismissToast()
  expect(shown()).toMatchObject({ title: 'Copied!', isOpen: false })
  vi.advanceTimersByTime(999_999)
  expect(shown()).not.toBeNull()
  vi.advanceTimersByTime(1)
  expect(shown()).toBeNull()
})

it('does not forget a notice for the sake of an older one', () => {
  showToast({ title: 'Copied!' })
  dismissToast()
  vi.advanceTimersByTime(999_000)
  showToast({ title: 'Added to cart!' })
  vi.advanceTimersByTime(2000)
  expect(shown()).toMatchObject({ title: 'Added to cart!', isOpen: true })
})
