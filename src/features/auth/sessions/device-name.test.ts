import { expect, it } from 'vitest'
import { describeDevice } from './device-name.ts'

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)'

it.each([
  ['Chrome on Windows', `${WINDOWS} Chrome/150.0.0.0 Safari/537.36`],
  ['Chrome on Linux', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/150.0.0.0 Safari/537.36'],
  ['Edge on Windows', `${WINDOWS} Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0`],
  [
    'Safari on iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
  ],
  ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  ['A browser', 'curl/8.9'],
  ['A browser', undefined],
])('%s is what people call it', (name, userAgent) => expect(describeDevice(userAgent)).toBe(name))
