import { POLICY_NAMES, POLICY_TITLES } from '#src/features/settings/setting-names.ts'

/** Of an order, in the version that it was placed under. Opens in new tabs, so that no form is lost. */
export function PolicyLinks({ text, version }: { text: string; version?: number }) {
  const query = version === undefined ? '' : `?version=${version}`
  return (
    <p className="text-cocoa-600 text-small">
      {text}{' '}
      {POLICY_NAMES.map((name, nth) => (
        <span key={name}>
          {nth > 0 && ', '}
          <a href={`/policies/${name}${query}`} target="_blank" rel="noopener" className="underline underline-offset-4">
            {POLICY_TITLES[name]}
          </a>
        </span>
      ))}
      .
    </p>
  )
}

export function PrivacyNote({ text }: { text: string }) {
  return (
    <p className="text-cocoa-600 text-meta">
      {text}{' '}
      <a href="/about#privacy" target="_blank" rel="noopener" className="underline underline-offset-4">
        How we use your data
      </a>
    </p>
  )
}
