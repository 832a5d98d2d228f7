import { useState } from 'react'

/** The last that was known, for as long as what is asked for now has no answer. */
export function usePreviousData<T>(known: T | undefined): T | undefined {
  const [kept, setKept] = useState(known)
  if (known !== undefined && known !== kept) setKept(known)
  return known ?? kept
}
