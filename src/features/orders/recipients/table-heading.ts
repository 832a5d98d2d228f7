import { DomainError } from '#src/core/domain-error.ts'
import { joinNames } from '#src/core/words.ts'
import { RECIPIENT_COLUMNS, type RecipientColumn } from './recipients.contract.ts'

export type Meaning = RecipientColumn | 'fullName' | 'moreAddress'

/** Headings without spaces, signs and capital letters. */
const HEADINGS: Record<Meaning, string> = {
  firstName: 'firstname first givenname forename fname recipientfirstname',
  lastName: 'lastname last surname familyname lname recipientlastname',
  fullName: `name fullname recipient recipientname recipientsname nameofrecipient contactname contactperson person
    employee employeename customer customername guestname to toname receiver receivername`,
  phone: `phone phoneno phonenumber mobile mobileno mobilenumber mob mobno cell cellphone contact contactno
    contactnumber telephone telephoneno telephonenumber tel ph phno whatsapp whatsappno whatsappnumber recipientphone`,
  address: `address addressline addressline1 address1 line1 street streetaddress fulladdress shippingaddress
    deliveryaddress postaladdress homeaddress`,
  moreAddress: 'addressline2 address2 line2 addressline3 address3 line3 area locality',
  city: 'city town citytown cityortown townorcity cityname place',
  state: 'state statename stateut stateorut stateunionterritory stateorunionterritory',
  pincode: 'pin pincode pinno pinnumber postalcode postcode zip zipcode postalpincode pincodezip',
  landmark: 'landmark landmarkoptional nearestlandmark nearby',
  cardText: `cardtext cardtextoptional cardmessage card message messageonthecard messageoncard giftmessage note cardnote
    greeting`,
  deliverOn: `deliveron deliveronoptional deliverydate dateofdelivery deliveryday wishedday wisheddate day date
    deliverby arriveon neededon neededby`,
}

const MEANINGS = new Map(
  (Object.entries(HEADINGS) as [Meaning, string][]).flatMap(([meaning, names]) =>
    names.split(/\s+/).map((name) => [name, meaning] as const),
  ),
)

const MAX_COLUMNS = 100
const MAX_TITLE_LETTERS = 100

const meaningOf = (title: string) =>
  MEANINGS.get(
    title
      .slice(0, MAX_TITLE_LETTERS)
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]/gu, ''),
  )

export type TableHeading = { meanings: (Meaning | undefined)[]; ignored: string[] }

/** Understands headings in any order and spelling. Throws if a column is missing or is there twice. */
export function readHeading(titles: readonly string[]): TableHeading {
  if (titles.length > MAX_COLUMNS)
    throw new DomainError(
      'invalid',
      `The table has more than ${MAX_COLUMNS} columns. Please leave out what is not about people.`,
    )
  const meanings = titles.map(meaningOf)
  const known = new Set(meanings)
  if (known.has('fullName') && known.has('lastName') && !known.has('firstName'))
    return readHeading(titles.map((title, at) => (meanings[at] === 'fullName' ? RECIPIENT_COLUMNS.firstName : title)))
  const missing = findMissing(known)
  const ignored = titles.filter((title, at) => meanings[at] === undefined && title !== '')
  if (missing.length > 0) throw new DomainError('invalid', missingText(missing, ignored))
  refuseTwice(titles, meanings)
  return { meanings, ignored }
}

function findMissing(known: ReadonlySet<Meaning | undefined>): string[] {
  const names = known.has('fullName') ? [] : (['firstName', 'lastName'] as const)
  const wanted = [...names, ...(['phone', 'address', 'city', 'pincode'] as const)]
  return wanted.filter((column) => !known.has(column)).map((column) => RECIPIENT_COLUMNS[column])
}

function missingText(missing: string[], ignored: string[]): string {
  const columns = missing.length === 1 ? `The column ${missing[0]} is` : `The columns ${joinNames(missing)} are`
  const found = ignored.slice(0, 8).map((title) => `"${title.slice(0, 40)}"`)
  const unknown =
    found.length > 0 ? ` We do not know what ${joinNames(found)} ${found.length > 1 ? 'mean' : 'means'}.` : ''
  return `${columns} missing. The first row of the table must name the columns.${unknown}`
}

function refuseTwice(titles: readonly string[], meanings: TableHeading['meanings']): void {
  for (const [at, meaning] of meanings.entries()) {
    const first = meanings.indexOf(meaning)
    if (meaning === undefined || meaning === 'moreAddress' || first === at) continue
    throw new DomainError(
      'invalid',
      `The columns "${titles[first]}" and "${titles[at]}" mean the same. Please leave out one of them.`,
    )
  }
}
