import { formats } from '#kernel/format.ts'
import { showDate, showMoney } from '#kernel/show.ts'
import { foldText } from '#kernel/text.ts'
import { activitiesAfter, comingAndGoing, partnersAfter } from '#parts/company/partners.ts'
import type { CompanyAnswer } from '#parts/company/schema.ts'

type ProposedValues = Readonly<Record<string, unknown>>

/** Something the registry says otherwise than the record: beside what is there, taken only when ticked. */
export interface Proposal {
  readonly key: string
  readonly label: string
  readonly now: string
  readonly found: string
  /** Nothing is lost by taking it. */
  readonly safe: boolean
  /** What the form then holds. */
  readonly value: unknown
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const asIs = (value: unknown) => text(value)
const simple = [
  ['name', 'Razão social', asIs],
  ['fantasy_name', 'Nome fantasia', asIs],
  ['opening_data', 'Data de abertura', value => showDate(text(value))],
  ['capital_social', 'Capital social', value => (typeof value === 'number' ? showMoney(value) : '')],
  ['phone', 'Telefone', value => (text(value) ? formats.phone.show(text(value)) : '')],
  ['email', 'E-mail', asIs],
] as const satisfies readonly (readonly [keyof CompanyAnswer, string, (value: unknown) => string])[]

const isLine = (value: unknown): value is ProposedValues => typeof value === 'object' && value !== null
const linesOf = (value: unknown): readonly ProposedValues[] => (Array.isArray(value) ? value.filter(isLine) : [])

/** What differs between a form and what a service outside says, as far as it says it. `typed` addresses are of the kind `matriz`. */
export function proposalsOf(
  values: ProposedValues,
  found: Partial<CompanyAnswer>,
  matriz: number,
): readonly Proposal[] {
  const plainOnes = simple.flatMap(([key, label, show]): Proposal[] => {
    const value = found[key] ?? null
    const now = show(values[key])
    // Cases and accents are the registry's manner, not a difference.
    if (value === null || foldText(now) === foldText(show(value))) return []
    return [{ key, label, now, found: show(value), safe: now === '', value }]
  })
  return [
    ...plainOnes,
    ...addressOf(values, found, matriz),
    ...partnersOf(values, found),
    ...activitiesOf(values, found),
  ]
}

const placeKeys = ['zipcode', 'address', 'number', 'complement', 'neighborhood'] as const

function addressOf(values: ProposedValues, { address }: Partial<CompanyAnswer>, matriz: number): readonly Proposal[] {
  if (!address) return []
  const lines = linesOf(values.addresses)
  const at = lines.findIndex(line => line.address_type_id === matriz)
  const held = lines[at]
  const same =
    held &&
    placeKeys.every(key => foldText(text(held[key])) === foldText(address[key] ?? '')) &&
    (address.city === null || held.city_id === address.city.id)
  if (same) return []
  const { city, ...place } = address
  const line = { ...place, city_id: city?.id ?? null, city, address_type_id: matriz, in_ocean: false }
  const value = held ? lines.with(at, { ...held, ...line }) : [...lines, line]
  return [
    {
      key: 'addresses',
      label: 'Endereço da matriz',
      now: held ? showLine(held) : '',
      found: showLine(line),
      safe: !held,
      value,
    },
  ]
}

const showLine = (line: ProposedValues) => {
  const city = isLine(line.city) ? text(line.city.name) : ''
  return [line.address, line.number, line.complement, line.neighborhood, city, formats.zipcode.show(text(line.zipcode))]
    .map(text)
    .filter(Boolean)
    .join(', ')
}

const signedNames = (names: readonly string[], sign: string) => names.map(name => `${sign} ${name}`)

function partnersOf(values: ProposedValues, { partners }: Partial<CompanyAnswer>): readonly Proposal[] {
  if (!partners) return []
  const held = linesOf(values.client_partners).map(line => ({
    ...line,
    name: text(line.name),
    document: text(line.document) || null,
    categories: Array.isArray(line.categories) ? line.categories.map(text) : [],
    since: text(line.since) || null,
  }))
  return groupOf('client_partners', 'Sócios', held, partnersAfter(held, partners))
}

function activitiesOf(values: ProposedValues, { activities }: Partial<CompanyAnswer>): readonly Proposal[] {
  if (!activities) return []
  const held = linesOf(values.activities).map(line => ({
    ...line,
    name: text(line.name),
    code: text(line.code),
    main: line.main === true,
  }))
  return groupOf('activities', 'Atividades', held, activitiesAfter(held, activities))
}

function groupOf(
  key: string,
  label: string,
  held: readonly { readonly name: string }[],
  value: readonly { readonly name: string }[],
): readonly Proposal[] {
  const { coming, going } = comingAndGoing(held, value)
  if (!coming.length && !going.length) return []
  const found = [...signedNames(coming, '+'), ...signedNames(going, '−')].join('; ')
  return [{ key, label, now: held.map(({ name }) => name).join('; '), found, safe: !going.length, value }]
}
