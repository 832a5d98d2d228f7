import { expect, it } from 'vitest'
import { formatStudioHours, STUDIO_WEEK } from './studio-hours.ts'

it("the studio's hours read as the specification has them", () => {
  expect(formatStudioHours(STUDIO_WEEK)).toEqual([
    'Mon-Fri 9:00 AM-7:00 PM',
    'Sat 10:00 AM-6:00 PM',
    'Sun 11:00 AM-4:00 PM',
  ])
})

it('closed days are shown, and equal days are grouped only when they follow each other', () => {
  const open = { opens: 570, closes: 1439 }
  expect(formatStudioHours([null, null, open, open, null, { opens: 0, closes: 720 }, null])).toEqual([
    'Mon closed',
    'Tue-Wed 9:30 AM-11:59 PM',
    'Thu closed',
    'Fri 12:00 AM-12:00 PM',
    'Sat-Sun closed',
  ])
})
