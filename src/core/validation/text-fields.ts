import { z } from 'zod'

/** PostgreSQL refuses some of these, and no keyboard sends the others. Line breaks and tabs have a rule of their own. */
const UNREADABLE = /(?![\r\n\t])[\p{Cc}\p{Cs}]/u
const LINE_BREAK = /[\r\n\t\u2028\u2029]/u

/** Scripts whose words need a joiner or a non-joiner between two of their letters, and pictures that one joins. */
const JOINED =
  '[\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Arab}]'
const PICTURE = '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f]'
const JOINERS = new RegExp(`(?<=${JOINED})[\\u200c\\u200d]|(?<=${PICTURE})\\u200d(?=\\p{Extended_Pictographic})`, 'gu')
/** What nobody sees: marks that turn the direction of a text, spaces without width, fillers. */
const INVISIBLE = /[\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]/u

/** A letter of an Indian script has three or four at most; dozens of them paint over the lines around. */
const PILE_OF_MARKS = /\p{M}{5}/u

/** Also in the wide letters that some programs read as the narrow ones. */
const SITE = /:\/\/|www\./i
/** What stands before a dot in names and addresses without a space after it: K.Rao, Dr.Rao, Flat.No/12. */
const ABBREVIATED = '(?<![\\w-])(?:\\w{1,2}|mrs|sri|shri|smt|mohd|prof|capt|adv|flat|plot|door|opp|near)\\.'
const DOMAIN = `\\w\\.(?<!${ABBREVIATED})[a-z]{2,}`
const LINKED_PAGE = new RegExp(`${DOMAIN}/`, 'i')
const ENDINGS = /[\p{L}\p{N}]\.(?:com|in|net|org|co|io|xyz|top|site|shop|link|ly)(?![\p{L}\p{N}\p{M}])/iu
const ANY_DOMAIN = new RegExp(`${DOMAIN}(?![a-z0-9])`, 'i')

/**
 * Words of several lines as a person types them: trimmed, without control characters, invisible marks (but joiners where a
 * script needs them) and piles of accents. May be empty. `max` counts UTF-16 units.
 */
export const multiLineText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `At most ${max} letters, please.`)
    .refine((typed) => !UNREADABLE.test(typed), 'This has characters that cannot be read.')
    .refine(
      (typed) => !INVISIBLE.test(typed.replace(JOINERS, '')),
      'This has invisible characters. Please type it instead of pasting it.',
    )
    .refine((typed) => !PILE_OF_MARKS.test(typed), 'This has too many accents on one letter.')

/** The same in one line. */
export const singleLineText = (max: number) =>
  multiLineText(max).refine((typed) => !LINE_BREAK.test(typed), 'This must be one line.')

/** As programs read it that make links: wide letters as narrow ones, and the full stop of Chinese as a dot. */
const asLinked = (typed: string) => typed.normalize('NFKC').replaceAll('\u3002', '.')
const without =
  (...patterns: RegExp[]) =>
  (typed: string) =>
    !patterns.some((pattern) => pattern.test(asLinked(typed)))
const WITHOUT_SITES = 'Please leave out addresses of websites.'

/** Words of several lines that stand in documents and messages of the shop: no address of a website either. May be empty. */
export const multiLineTextNoLinks = (max: number) =>
  multiLineText(max).refine(without(SITE, LINKED_PAGE), WITHOUT_SITES)

/** The same in one line, where the usual endings of a site are refused as well. */
export const optionalLineNoLinks = (max: number) => lineWithout(max, SITE, LINKED_PAGE, ENDINGS)

const lineWithout = (max: number, ...patterns: RegExp[]) =>
  singleLineText(max).refine(without(...patterns), WITHOUT_SITES)

/** One line that has to be there: a street, a city, a title. `empty` is said where it is not. */
export const requiredLineNoLinks = (max: number, empty = 'This is required.') => optionalLineNoLinks(max).min(1, empty)

/** How long a person's name may be. */
export const MAX_NAME_LENGTH = 60

/** A person's name, in any script. Initials and titles may stand before it without a space. */
export const personName = (empty = 'This is required.') =>
  lineWithout(MAX_NAME_LENGTH, SITE, LINKED_PAGE, ENDINGS, ANY_DOMAIN).min(1, empty)
