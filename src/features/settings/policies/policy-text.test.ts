import { expect, it } from 'vitest'
import { DEFAULT_POLICIES } from '#src/features/settings/default-settings.ts'
import { POLICY_NAMES } from '#src/features/settings/setting-names.ts'
import { parsePolicyText } from './policy-text.ts'

it('a policy is read as headings, paragraphs and lists', () => {
  const typed =
    '# What you can return\nDamaged pieces,\nor melted ones.\n\nNothing else.\n- Write to us\n- Wait\n\n- Later'
  expect(parsePolicyText(typed)).toEqual([
    { kind: 'heading', text: 'What you can return' },
    { kind: 'paragraph', text: 'Damaged pieces, or melted ones.' },
    { kind: 'paragraph', text: 'Nothing else.' },
    { kind: 'list', entries: ['Write to us', 'Wait'] },
    { kind: 'list', entries: ['Later'] },
  ])
  expect(parsePolicyText('  \n\n')).toEqual([])
  expect(parsePolicyText('<b>#1</b>')).toEqual([{ kind: 'paragraph', text: '<b>#1</b>' }])
})

it('what can be returned, how, who pays and when the money comes is said in the text that a shop comes with', () => {
  const headings = (name: (typeof POLICY_NAMES)[number]) =>
    parsePolicyText(DEFAULT_POLICIES[name].text).flatMap((part) => (part.kind === 'heading' ? [part.text] : []))
  expect(headings('returns')).toEqual([
    'What you can return',
    'What you cannot return',
    'How to do it',
    'Who pays',
    'What you get',
  ])
  expect(DEFAULT_POLICIES.returns.text).toMatch(/within 7 days of delivery.*melted/)
  for (const name of POLICY_NAMES) expect(headings(name).length).toBeGreaterThan(3)
})
