// In this order: Edge also calls itself Chrome, and Chrome calls itself Safari.
const BROWSERS = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const

const SYSTEMS = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
] as const

/** A readable browser name from the user agent: 'Chrome on Android'. For display only. */
export function describeDevice(userAgent: string | undefined): string {
  const named = (list: typeof BROWSERS | typeof SYSTEMS) => list.find(([, sign]) => sign.test(userAgent ?? ''))?.[0]
  return [named(BROWSERS) ?? 'A browser', named(SYSTEMS)].filter(Boolean).join(' on ')
}
