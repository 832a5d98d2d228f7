const SENT = 'within 2 business days, to the account that you paid from.'

/** Pages, mails and the default policies promise the same. */
export const REFUND_TIME_TEXT = `We send it ${SENT}`
export const EVERY_REFUND_TEXT = `We send every refund ${SENT}`
export const BANK_TIME_TEXT = 'Your bank shows it within 5 to 7 business days.'

export type PolicyBlock = { kind: 'heading' | 'paragraph'; text: string } | { kind: 'list'; entries: string[] }

/** `# ` begins a heading, `- ` a list item, an empty line ends a paragraph; nothing can become markup. */
export function parsePolicyText(text: string): PolicyBlock[] {
  const parts: PolicyBlock[] = []
  let isApart = true
  for (const line of text.split('\n').map((one) => one.trim())) {
    const before = parts.at(-1)
    if (line === '') isApart = true
    else if (line.startsWith('# ')) parts.push({ kind: 'heading', text: line.slice(2).trim() })
    else if (line.startsWith('- ') && before?.kind === 'list' && !isApart) before.entries.push(line.slice(2).trim())
    else if (line.startsWith('- ')) parts.push({ kind: 'list', entries: [line.slice(2).trim()] })
    else if (before?.kind === 'paragraph' && !isApart) before.text += ` ${line}`
    else parts.push({ kind: 'paragraph', text: line })
    if (line !== '') isApart = false
  }
  return parts
}
