/** How long the clock and a shopper wait for a provider, whatever it does: nobody else's turn may hang on it. */
const PATIENCE_MS = 5000

export class OutOfPatience extends Error {}

/** The provider's answer, or a refusal to wait longer. What it says after that is said to nobody; it is asked again. */
export async function withPatience<T>(answer: T | Promise<T>, patienceMs = PATIENCE_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const giveUp = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new OutOfPatience(`No answer in ${patienceMs} ms`)), patienceMs)
  })
  try {
    return await Promise.race([answer, giveUp])
  } finally {
    clearTimeout(timer)
  }
}
