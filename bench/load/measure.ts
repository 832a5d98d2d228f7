const MAX_SECONDS = 8

/**
 * Sequential calls: the fastest, p50 and p95. The fastest is least affected by other load. Slow calls are repeated
 * less.
 */
export async function measureLatency(
  call: () => Promise<unknown>,
  times: number,
): Promise<{ best: number; p50: number; p95: number }> {
  await call()
  const took: number[] = []
  const giveUpAt = performance.now() + MAX_SECONDS * 1000
  while (took.length < times && performance.now() < giveUpAt) {
    const began = performance.now()
    await call()
    took.push(performance.now() - began)
  }
  took.sort((one, other) => one - other)
  const at = (part: number) => took[Math.min(took.length - 1, Math.floor(took.length * part))] ?? Number.NaN
  return { best: at(0), p50: at(0.5), p95: at(0.95) }
}
