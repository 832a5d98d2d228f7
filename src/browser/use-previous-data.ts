import { useState } from 'react'

export function usePreviousData<T>(known: T | undefined): T | undefined {
  const [previous, setPrevious] = useState(known)
  if (known !== undefined && known !== previous) setPrevious(known)
  return known ?? previous
}
