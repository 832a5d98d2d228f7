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
