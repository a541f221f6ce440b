import { fitInvoiceLine, fitWords, strangeIn } from '#features/billing/invoices/dps/fits.ts'
import type { MappedValue } from '#parts/custom-field/custom-field.ts'

/** What an emitter takes under a name of its own. */
interface EmitterField {
  readonly label: string
  /** Its value as it is sent; null where it does not fit. */
  readonly fit: (text: string) => string | null
  /** What a value that does not fit should have been. */
  readonly asks: string
}

const line = (label: string, max: number): EmitterField => ({
  label,
  fit: text => upTo(fitInvoiceLine(text), max),
  asks: `até ${max} caracteres, sem símbolos`,
})
const words = (label: string, max: number): EmitterField => ({
  label,
  fit: text => upTo(fitWords(text), max),
  asks: `até ${max.toLocaleString('pt-BR')} caracteres, sem símbolos`,
})
const upTo = (text: string, max: number) => (text.length <= max && !strangeIn(text).length ? text : null)
const letters = (label: string, max: number): EmitterField => ({
  label,
  fit: text => (/^[a-zA-Z0-9]*$/.test(text.trim()) ? upTo(text.trim(), max) : null),
  asks: `até ${max} letras e números, sem espaços nem acentos`,
})
const digits = (label: string, many: number): EmitterField => ({
  label,
  fit: text => {
    const bare = text.replace(/[\s.-]/g, '')
    return /^\d+$/.test(bare) && bare.length === many ? bare : null
  },
  asks: `${many} dígitos`,
})

/** Optional elements of a DPS (DPS_v1.01.xsd), by their name there. */
export const dpsFields = {
  xInfComp: words('Informações complementares', 2_000),
  cNBS: digits('Código NBS', 9),
  cIntContrib: letters('Código interno do serviço', 20),
  cObra: line('Obra (CNO ou CEI)', 30),
  idDocTec: line('ART, RRT ou outro documento técnico', 30),
  docRef: line('Documento de referência', 255),
  xPed: line('Pedido ou ordem de compra', 60),
  IM: line('Inscrição municipal do tomador', 15),
} as const
export type DpsField = keyof typeof dpsFields

const customer = 'customer.'
/** Fields of a customer and of a note in the API of Asaas. */
export const asaasFields = {
  'customer.externalReference': line('Código do cliente', 100),
  'customer.groupName': line('Grupo do cliente', 100),
  'customer.additionalEmails': {
    label: 'Outros e-mails do cliente',
    fit: text => {
      const all = text.split(/[\s,;]+/).filter(Boolean)
      return all.every(each => /^[^@]+@[^@]+\.[^@.]+$/.test(each)) ? all.join(',') : null
    },
    asks: 'endereços separados por vírgula',
  },
  'customer.municipalInscription': line('Inscrição municipal do cliente', 15),
  'customer.observations': words('Observações do cliente', 500),
  'customer.notificationDisabled': {
    label: 'Cliente sem avisos do Asaas',
    fit: text => (text === 'sim' || text === 'não' ? text : null),
    asks: 'sim ou não',
  },
  observations: words('Observações da nota', 500),
} as const satisfies Readonly<Record<string, EmitterField>>

const fieldsOf = { local: dpsFields, nacional: dpsFields, asaas: asaasFields } as const
type MappingEmitter = keyof typeof fieldsOf

/** The names of an emitter with what people call them. */
export const fieldLabels = (emitter: MappingEmitter): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(fieldsOf[emitter]).map(([key, { label }]) => [key, label]))

/** The values as an emitter takes them, and what is wrong with the others, in words. */
export function fitMapped(emitter: MappingEmitter, given: readonly MappedValue[]) {
  const known: Readonly<Record<string, EmitterField | undefined>> = fieldsOf[emitter]
  const fits: MappedValue[] = []
  const wrong: string[] = []
  for (const each of given) {
    const field = known[each.key]
    if (!field) continue
    const value = field.fit(each.value)
    if (value === null) wrong.push(`“${each.label}” vai a ${field.label}, que pede ${field.asks}.`)
    else if (fits.some(({ key }) => key === each.key))
      wrong.push(`Dois campos do cliente vão a ${field.label}: deixe um só.`)
    else if (value) fits.push({ ...each, value })
  }
  return { fits, wrong }
}

/** What goes under an emitter's name; null where nothing does. */
export const mappedTo = (mapped: readonly MappedValue[], key: string): string | null =>
  mapped.find(each => each.key === key)?.value ?? null

/** What of a customer of Asaas comes from fields of the client. */
export const mappedCustomer = (mapped: readonly MappedValue[]): Readonly<Record<string, string | boolean>> =>
  Object.fromEntries(
    mapped
      .filter(({ key }) => key.startsWith(customer))
      .map(({ key, value }) => [key.slice(customer.length), key.endsWith('Disabled') ? value === 'sim' : value]),
  )
