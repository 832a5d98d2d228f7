import { readFileSync } from 'node:fs'
import path from 'node:path'

/** Headings of CONTRIBUTING.md and patches in tests/recipes. */
export const RECIPES = ['migration', 'field', 'screen', 'call', 'mail'] as const
type Recipe = (typeof RECIPES)[number]

/** The tests that the steps name. */
export const TESTS = [
  'order-fields.test',
  'data-policy.test',
  'route-guards.test',
  'route-policies.test',
  'contact.api.test',
  'message-samples.test',
]

export const TESTS_OF_OMITTED = ['route-guards.test']

type OmittedStep = { step: string; file: string; text: string; by: 'types' | 'tests'; says: RegExp }

/** Steps that a copy omits, and the message of the check that must notice each. */
export const OMITTED: OmittedStep[] = [
  {
    step: 'a test value of the new field',
    file: 'tests/integration/orders/order-fields.test.ts',
    text: "  gateCode: '4711#',\n",
    by: 'types',
    says: /order-fields\.test\.ts.*gateCode/,
  },
  {
    step: 'the decision whether the field is erased with a person',
    file: 'src/features/orders/orders.table.server.ts',
    text: "    'gateCode',\n",
    by: 'types',
    says: /undecided: "gateCode"/,
  },
  {
    step: 'the policy of a screen',
    file: 'src/app/pages/page-policies.server.ts',
    text: "  '/care': BROWSING,\n",
    by: 'types',
    says: /page-policies\.server\.ts.*\/care/,
  },
  {
    step: 'the call in the list of those without a guard',
    file: 'src/app/route-guards.test.ts',
    text: "  'GET /api/contact/promise',\n",
    by: 'tests',
    says: /GET \/api\/contact\/promise without a session: 200/,
  },
  {
    step: 'a sample of the mail',
    file: 'src/app/message-gallery/account-samples.server.ts',
    text: "    'ticket-closed': [ticketClosedMail('SC-1042')],\n",
    by: 'types',
    says: /message-samples\.server\.ts.*ticket-closed/,
  },
  {
    step: 'the priority of the mail',
    file: 'src/features/notifications/outbox/message-priority.ts',
    text: "  'ticket-closed': order,\n",
    by: 'types',
    says: /message-priority\.ts.*ticket-closed/,
  },
]

const filesOf = (recipe: Recipe) =>
  [...readFileSync(`tests/recipes/${recipe}.patch`, 'utf8').matchAll(/^\+\+\+ b\/(.+)$/gm)].map(([, file = '']) => file)

/** Files that a patch changes and that its section of the document does not name. */
export function findUnnamedFiles(document: string): string[] {
  const sections = new Map(document.split(/^### /m).map((text) => [/^A (\w+)/.exec(text)?.[1] ?? '', text]))
  return RECIPES.flatMap((recipe) =>
    filesOf(recipe)
      .filter((file) => !(sections.get(recipe) ?? '').includes(path.basename(file)))
      .map((file) => `CONTRIBUTING.md, A ${recipe}: the steps do not name ${path.basename(file)}`),
  )
}
