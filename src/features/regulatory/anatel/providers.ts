import { cnpj } from '#kernel/brasil.ts'
import { formats } from '#kernel/format.ts'
import { foldText } from '#kernel/text.ts'
import { typedDate } from '#kernel/typed.ts'

// Anatel's open file `prestadoras_servicos_telecomunicacoes`: 24 columns, UTF-8 with BOM, `;`, RFC 4180, a row per service
// notified, refreshed daily. Read by the names of its columns, spelled as Anatel spells them.

/** Describes a notified service, as stored. */
export interface Notice {
  readonly document: string
  readonly name: string
  readonly fantasy_name: string | null
  readonly entity: string | null
  readonly grant_type: string | null
  readonly grant_fistel: string
  readonly grant_process: string | null
  readonly grant_date: string | null
  readonly service_code: string
  readonly service_name: string | null
  readonly notice_fistel: string
  readonly notice_process: string | null
  readonly notice_date: string | null
  readonly address: string | null
  readonly number: string | null
  readonly complement: string | null
  readonly neighborhood: string | null
  readonly zipcode: string | null
  readonly ibge: number | null
  readonly city: string | null
  readonly uf: string | null
  readonly phone: string | null
  readonly email: string | null
}

const headers = {
  document: 'CNPJ ou CPF',
  name: 'Nome Entidade Prestadora de Serviço',
  fantasy_name: 'Nome Fantasia',
  entity: 'Tipo de Entidade',
  grant_type: 'Tipo de Outorga',
  grant_fistel: 'Fistel da Outorga',
  grant_process: 'Processo SEI da Outorga',
  grant_date: 'Data Inclusão da Outorga',
  service_code: 'Código e Nome do Serviço da Notificação',
  notice_fistel: 'Fistel da Notificação',
  notice_process: 'Processo SEI da Notificação',
  notice_date: 'Data Inclusão da Notificação',
  address: 'Logradouro',
  number: 'Número',
  complement: 'Complemento',
  neighborhood: 'Bairro',
  zipcode: 'CEP',
  ibge: 'Código IBGE do Munícipio',
  city: 'Nome do Munícipio',
  uf: 'UF',
  phone: 'Telefone Principal',
  email: 'Endereço Eletrônico',
} as const
type ProviderColumn = keyof typeof headers
/** Returns a column's index in a row of this file; -1 if missing. */
export type Places = (key: ProviderColumn) => number

/** Case, accents and the suffix of the head office's columns are not to be relied on. */
const columnKey = (name: string) =>
  foldText(name)
    .replace(/do endereco sede/g, '')
    .replace(/[^a-z0-9]/g, '')
/** Without these nobody is known. */
const needed: readonly ProviderColumn[] = ['document', 'name', 'grant_fistel', 'notice_fistel', 'service_code']

/** Finds the columns, or returns why this is not Anatel's file: a dead address returns a page. */
export function columnsOfHeader(header: readonly string[]): Places | string {
  if (/^\s*<(!doctype|html|\?xml)/i.test(header[0] ?? ''))
    return 'Veio uma página da internet no lugar do arquivo. Confira o endereço, ou baixe o arquivo e envie.'
  const names = header.map(columnKey)
  const places = new Map(Object.entries(headers).map(([key, name]) => [key, names.indexOf(columnKey(name))]))
  const at = (key: ProviderColumn) => places.get(key) ?? -1
  const missing = needed.filter(key => at(key) < 0).map(key => headers[key])
  if (missing.length) return `Este não é o arquivo de prestadoras da Anatel. Faltam as colunas: ${missing.join(', ')}.`
  return at
}

/** Anatel's ways of saying nothing. */
const nothing = new Set(['', '-', 'N/I', 'N/A'])

/** A row understood; null when it is nobody's we could speak with: a person's CPF, a number that does not check. */
export function noticeOf(cells: readonly string[], at: Places): Notice | null {
  const said = (key: ProviderColumn, max = 160) => {
    const text = (cells[at(key)] ?? '').normalize('NFC').replaceAll('\0', '').trim()
    return nothing.has(text.toUpperCase()) ? null : text.slice(0, max)
  }
  const as = (key: ProviderColumn, parse: (text: string) => string | null) => {
    const text = said(key)
    return text === null ? null : parse(text)
  }
  const document = as('document', text => cnpj(/^\d{11,13}$/.test(text) ? text.padStart(14, '0') : text))
  const name = said('name')
  if (document === null || name === null) return null
  const [, code = '', service = ''] = /^\s*(\d{1,3})?\s*[-\u2013:]?\s*(.*)$/.exec(said('service_code') ?? '') ?? []
  const ibge = said('ibge') ?? ''
  return {
    document,
    name,
    fantasy_name: said('fantasy_name'),
    entity: said('entity', 60),
    grant_type: said('grant_type', 60),
    grant_fistel: as('grant_fistel', fistelOf) ?? '',
    grant_process: said('grant_process', 40),
    grant_date: as('grant_date', typedDate),
    service_code: code ? code.padStart(3, '0') : '',
    service_name: service || null,
    notice_fistel: as('notice_fistel', fistelOf) ?? '',
    notice_process: said('notice_process', 40),
    notice_date: as('notice_date', typedDate),
    address: said('address'),
    number: said('number', 20),
    complement: said('complement', 80),
    neighborhood: said('neighborhood', 80),
    zipcode: as('zipcode', formats.zipcode.parse),
    ibge: /^\d{7}$/.test(ibge) ? Number(ibge) : null,
    city: said('city', 80),
    uf: as('uf', formats.uf.parse),
    phone: as('phone', formats.phone.parse),
    email: as('email', formats.email.parse),
  }
}

const fistelOf = (text: string) => formats.fistel.parse(/^\d{1,10}$/.test(text) ? text.padStart(11, '0') : text)
