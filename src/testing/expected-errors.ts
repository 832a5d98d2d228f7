const state = globalThis as typeof globalThis & { expectsConsoleError?: boolean }

/** Says that the running test causes an error on the console. Without it that fails the test; with it, its absence does. */
export function expectConsoleError(): void {
  state.expectsConsoleError = true
}

export function takeExpectedError(): boolean {
  const expected = state.expectsConsoleError ?? false
  state.expectsConsoleError = false
  return expected
}
