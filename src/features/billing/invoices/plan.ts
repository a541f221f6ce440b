import { dayIn } from '#kernel/clock.ts'
import type { StoredOf } from '#kernel/resource.ts'
import { issOf, netOf, type Dps, type DpsReplaced, type DpsTaker } from '#features/billing/invoices/dps/dps.ts'
import { fitInvoiceLine, fitWords, strangeIn, wrongDescription } from '#features/billing/invoices/dps/fits.ts'
import {
  lackingOfIssuer,
  invoiceLack,
  lackUnless,
  type InvoiceLack,
  type IssuerFacts,
  type IssuerService,
} from '#features/billing/invoices/issuer.ts'
import type { serviceInvoices } from '#features/billing/invoices/invoices.ts'
import { fitMapped, mappedTo } from '#features/billing/invoices/dps/mapped.ts'
import type { MappedValue } from '#parts/custom-field/custom-field.ts'

/** What somebody asks to be billed. */
export interface InvoiceRequest {
  readonly value: number
  readonly description: string
  /** National code of one of the company's services. */
  readonly service: string
  /** 'AAAA-MM-DD' */
  readonly competence: string
  /** The company's is the default. */
  readonly iss_percent?: number | null
  readonly iss_retained?: boolean
  /** The note it takes the place of. */
  readonly replaces?: DpsReplaced
}

/** A client as far as its notes go; the address is the first that has a municipality. */
export interface TakerFacts {
  /** Its own fields that go into its notes. */
  readonly mapped: readonly MappedValue[]
  readonly name: string
  readonly document: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly address: {
    readonly street: string | null
    readonly number: string | null
    readonly complement: string | null
    readonly district: string | null
    readonly zipcode: string | null
    readonly town: number | null
    readonly townName: string | null
  } | null
}

/** What a client still lacks to be billed. */
export function lackingOfTaker({ document, name, address }: TakerFacts): readonly InvoiceLack[] {
  return [
    ...lackUnless(document, 'client.document', 'CPF ou CNPJ do cliente'),
    ...lackUnless(!strangeIn(fitInvoiceLine(name)).length, 'client.name', 'nome do cliente sem símbolos'),
    ...lackUnless(address?.town, 'client.addresses', 'endereço do cliente com município'),
    ...(address?.town
      ? [
          ...lackUnless(address.street, 'client.addresses.address', 'logradouro do cliente'),
          ...lackUnless(address.district, 'client.addresses.neighborhood', 'bairro do cliente'),
          ...lackUnless(address.zipcode, 'client.addresses.zipcode', 'CEP do cliente'),
        ]
      : []),
  ]
}

const largest = 999_999_999.99
/** The most a municipality may charge (LC 116/2003, art. 8º II). */
const mostIss = 5

function wrongIn(asked: InvoiceRequest, issuer: IssuerFacts, now: Date): readonly InvoiceLack[] {
  const cents = Math.round(asked.value * 100)
  const iss = issOfAsked(asked, issuer)
  const description = wrongDescription(asked.description)
  return [
    ...lackUnless(
      asked.value > 0 && asked.value <= largest && Math.abs(cents - asked.value * 100) < 1e-4,
      'value',
      'valor',
      'Informe um valor maior que zero, com centavos.',
    ),
    ...(description ? [invoiceLack('description', 'descrição', description)] : []),
    ...lackUnless(
      !issuer.services.length || issuer.services.some(({ codigo }) => codigo === asked.service),
      'service',
      'serviço',
      'Este serviço não está entre os da empresa.',
    ),
    ...lackUnless(
      asked.competence <= dayIn(now).day,
      'competence',
      'competência',
      'A competência não pode ser futura.',
    ),
    ...lackUnless(iss === null || (iss >= 0 && iss <= mostIss), 'iss_percent', 'ISS', 'O ISS vai de 0 a 5%.'),
    ...lackUnless(
      !asked.iss_retained || (iss !== null && iss > 0),
      'iss_percent',
      'ISS',
      'Para reter o ISS, informe a alíquota.',
    ),
  ]
}
const issOfAsked = (asked: InvoiceRequest, { iss, scheme }: IssuerFacts) =>
  scheme === 'mei' ? null : (asked.iss_percent ?? iss)

/** What would be issued; without a DPS while something is lacking or wrong. */
export interface InvoicePlan {
  readonly lacks: readonly InvoiceLack[]
  readonly dps: Dps | null
}

/** Plans a whole note from the request, issuer and taker. Nothing is cut or guessed. */
export function planInvoice(asked: InvoiceRequest, issuer: IssuerFacts, taker: TakerFacts, now: Date): InvoicePlan {
  const mapped = fitMapped(issuer.emitter, taker.mapped)
  const lacks = [
    ...wrongIn(asked, issuer, now),
    ...lackingOfIssuer(issuer, now, asked),
    ...lackingOfTaker(taker),
    ...mapped.wrong.map(message => invoiceLack('client.metas_only_father', 'campos próprios do cliente', message)),
  ]
  const { cnpj, name, registration, town, townName, scheme } = issuer
  const service = issuer.services.find(({ codigo }) => codigo === asked.service)
  const whole = takerOf(taker)
  if (lacks.length || !cnpj || !name || !registration || !town || !scheme || !service || !whole)
    return { lacks, dps: null }
  return {
    lacks,
    dps: {
      environment: issuer.environment,
      issuedAt: now.toISOString(),
      series: issuer.series,
      number: issuer.next,
      competence: asked.competence,
      town,
      issuer: {
        document: cnpj,
        name,
        registration,
        scheme,
        townName: townName ?? '',
        place: issuer.place,
        zipcode: issuer.zipcode,
        phone: dialled(issuer.phone),
        email: issuer.email,
        townActive: issuer.townActive,
        ibsCbs: issuer.ibsCbs,
      },
      replaces: asked.replaces ?? null,
      taker: whole,
      service: {
        code: service.codigo,
        name: service.descricao,
        townCode: service.codigo_municipal,
        nbs: mappedTo(mapped.fits, 'cNBS') ?? service.nbs,
        description: fitWords(asked.description),
        ibsCbs: classOf(service),
      },
      cents: Math.round(asked.value * 100),
      iss: issOfAsked(asked, issuer),
      retained: asked.iss_retained ?? false,
      burden: issuer.burden,
      mapped: mapped.fits,
    },
  }
}

const classOf = ({ indicador_operacao: operation, cst, classificacao_tributaria: classification }: IssuerService) =>
  operation && cst && classification ? { operation, cst, classification } : null

/** A number as the layout takes it; null of any other. */
const dialled = (phone: string | null) => (phone && /^(?:\+55)?\d{6,20}$/.test(phone) ? phone : null)

function takerOf({ name, document, email, phone, address }: TakerFacts): DpsTaker | null {
  if (!document || !address?.street || !address.district || !address.zipcode || !address.town) return null
  return {
    document,
    name: fitInvoiceLine(name),
    email,
    phone: dialled(phone),
    street: fitInvoiceLine(address.street),
    // As the post office writes it.
    number: address.number ? fitInvoiceLine(address.number) : 'S/N',
    complement: address.complement && fitInvoiceLine(address.complement),
    district: fitInvoiceLine(address.district),
    zipcode: address.zipcode,
    town: address.town,
    townName: address.townName ?? '',
  }
}

/** 'Rua das Palmeiras, 100, Centro, Taubaté/SP, CEP 12020-000' */
export const addressLine = ({ street, number, complement, district, townName, zipcode }: DpsTaker) =>
  [street, number, complement, district, townName, `CEP ${zipcode.replace(/^(\d{5})(\d{3})$/, '$1-$2')}`]
    .filter(Boolean)
    .join(', ')

/** A note repeats these of its DPS. */
export const noteFields = (dps: Dps) =>
  ({
    competence: dps.competence,
    service_code: dps.service.code,
    service_name: dps.service.name,
    description: dps.service.description,
    value: dps.cents / 100,
    iss_percent: dps.iss,
    iss_value: issOf(dps) / 100,
    iss_retained: dps.retained,
    net_value: netOf(dps) / 100,
    taker_name: dps.taker.name,
    taker_document: dps.taker.document,
    taker_address: addressLine(dps.taker),
    issued_at: dps.issuedAt,
  }) satisfies Partial<StoredOf<typeof serviceInvoices>>
