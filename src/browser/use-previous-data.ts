import { useState } from 'react'

export function usePreviousData<T>(known: T | undefined): T | undefined {
  const [kept, setKept] = useState(known)
  if (known !== undefined && known !== kept) setKept(known)
  return known ?? kept
}
