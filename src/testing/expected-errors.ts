const state = globalThis as typeof globalThis & { expectsConsoleError?: boolean }

/** Expects an error on the console: without one the test fails. */
export function expectConsoleError(): void {
  state.expectsConsoleError = true
}

export function takeExpectedError(): boolean {
  const expected = state.expectsConsoleError ?? false
  state.expectsConsoleError = false
  return expected
}
