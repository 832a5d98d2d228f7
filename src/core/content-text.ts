/** The same text for the same content: keys and lists are sorted, and empty fields are left out. */
export function contentText(content: unknown): string {
  if (Array.isArray(content)) return `[${content.map(contentText).sort()}]`
  if (typeof content !== 'object' || content === null) return JSON.stringify(content)
  const fields = Object.entries(content).filter(([, value]) => value !== undefined && value !== '')
  return `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${contentText(value)}`).sort()}}`
}

/** Short and quick, to compare texts in the browser. Not secure. */
export function fingerprint(text: string): string {
  return fnv1a(text, 0x811c9dc5) + fnv1a(text, 0x9747b28c)
}

function fnv1a(text: string, seed: number): string {
  let hash = seed
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash >>> 0).toString(36)
}
