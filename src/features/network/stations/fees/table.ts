/** How far a value may be believed: two sources at least, or one alone. */
type FeeTrust = 'firme' | 'conferir'

/** What a fee is worth from a day on, until the next one of the same name and service. */
export interface FeeTerm {
  readonly fee: Fee
  /** The service code of the fistel, '045'. */
  readonly service: string
  /** 'AAAA-MM-DD', the first day it holds. */
  readonly from: string
  /** In cents, or in hundredths of the TFI. */
  readonly cents?: number
  readonly share?: number
  readonly source: string
  readonly trust: FeeTrust
}

/** In the order in which they are owed: once, when a station is licensed, and then on 31 March of every year. */
export const fees = { tfi: 'TFI', tff: 'TFF', cfrp: 'CFRP', condecine: 'Condecine' } as const
export type Fee = keyof typeof fees

const law = 'Lei 5.070/1966, art. 8º, com a redação da Lei 12.485/2011'
/** Laws set these fees of a station; the installation sets other services. */
export const feeTerms: readonly FeeTerm[] = [
  {
    fee: 'tfi',
    service: '045',
    from: '2012-01-01',
    cents: 134_080,
    source: 'Lei 5.070/1966, anexo I, com os valores da Lei 9.691/1998',
    trust: 'firme',
  },
  { fee: 'tff', service: '045', from: '2012-01-01', share: 33, source: law, trust: 'firme' },
  { fee: 'cfrp', service: '045', from: '2012-01-01', share: 5, source: 'Lei 11.652/2008, art. 32', trust: 'firme' },
  {
    fee: 'condecine',
    service: '045',
    from: '2012-01-01',
    share: 12,
    source: 'Medida Provisória 2.228-1/2001, anexo I, com a redação da Lei 12.485/2011',
    trust: 'conferir',
  },
  {
    fee: 'condecine',
    service: '045',
    from: '2016-01-01',
    cents: 20_557,
    source: 'Valor corrigido que consultorias publicam; confira na guia da Ancine',
    trust: 'conferir',
  },
]

/** The terms in force on a day. */
export const termsOn = (terms: readonly FeeTerm[], day: string): readonly FeeTerm[] =>
  terms.filter(
    term =>
      term.from <= day &&
      !terms.some(
        each => each.fee === term.fee && each.service === term.service && each.from <= day && each.from > term.from,
      ),
  )

/**
 * Adds the TFI of services from the settings, from the first day on; TFF and CFRP are the same shares of it, and no Condecine is
 * known.
 */
export const termsWith = (told: ReadonlyMap<string, number>): readonly FeeTerm[] => [
  ...feeTerms.filter(({ service }) => !told.has(service)),
  ...[...told].flatMap(([service, cents]): FeeTerm[] => [
    {
      fee: 'tfi',
      service,
      from: '2012-01-01',
      cents,
      source: 'Informada na configuração STATION_TFI',
      trust: 'conferir',
    },
    ...feeTerms
      .filter(({ fee, service: of }) => of === '045' && (fee === 'tff' || fee === 'cfrp'))
      .map(term => ({ ...term, service })),
  ]),
]
