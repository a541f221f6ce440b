import type { TaxScheme } from '#features/billing/invoices/dps/layouts.ts'
import { cnpjRoot } from '#kernel/brasil.ts'
import { dayIn } from '#kernel/clock.ts'
import { showDate } from '#kernel/show.ts'
import { emitters, type Emitter } from '#features/people/empresas/empresas.ts'
import type { Dps, NfseEnvironment } from '#features/billing/invoices/dps/dps.ts'
import { layoutOn, type DpsLayout } from '#features/billing/invoices/dps/layouts.ts'
import type { IntegrationKey } from '#parts/integration/integration.ts'

/** A company as far as its notes go. */
export interface IssuerFacts {
  readonly cnpj: string | null
  readonly name: string | null
  readonly registration: string | null
  readonly town: number | null
  readonly townName: string | null
  readonly place: string | null
  readonly zipcode: string | null
  readonly phone: string | null
  readonly email: string | null
  readonly scheme: TaxScheme | null
  /** Whether the national system has the rates of its town; null while that is unknown. */
  readonly townActive: boolean | null
  readonly ibsCbs: Dps['issuer']['ibsCbs']
  readonly series: number
  readonly next: number
  readonly iss: number | null
  readonly burden: number | null
  readonly emitter: Emitter
  readonly environment: NfseEnvironment
  readonly services: readonly IssuerService[]
  /** The company's stored certificate. */
  readonly certificate: { readonly validUntil: string; readonly document: string | null } | null
  readonly hasToken: boolean
  /** The installation can keep secrets. */
  readonly keepsSecrets: boolean
}
export interface IssuerService {
  readonly codigo: string
  readonly codigo_municipal: string | null
  readonly nbs: string | null
  readonly indicador_operacao: string | null
  readonly cst: string | null
  readonly classificacao_tributaria: string | null
  readonly descricao: string
}
/** The integration each emitter is. */
export const houseOf = {
  local: 'nfse-local',
  nacional: 'nfse-nacional',
  asaas: 'asaas',
} as const satisfies Record<Emitter, IntegrationKey>

/** Something without which no note is issued: whose field it is, what it is called, and what is wrong with it. */
export interface InvoiceLack {
  readonly field: string
  readonly label: string
  readonly message: string
}
export const invoiceLack = (field: string, label: string, message = `Falta: ${label}.`): InvoiceLack => ({
  field,
  label,
  message,
})
export const lackUnless = (there: unknown, field: string, label: string, message?: string) =>
  there ? [] : [invoiceLack(field, label, message)]

/** What a company still lacks to issue: any of its services today, or one of them for a competence. */
export function lackingOfIssuer(
  issuer: IssuerFacts,
  now: Date,
  note?: { readonly service: string; readonly competence: string },
): readonly InvoiceLack[] {
  const { emitter, scheme, certificate, environment } = issuer
  const isSealed = emitter !== 'local'
  return [
    ...lackUnless(issuer.cnpj, 'empresa.cnpj', 'CNPJ da empresa'),
    ...lackUnless(issuer.name, 'empresa.razao_social', 'razão social da empresa'),
    ...lackUnless(issuer.registration, 'empresa.inscricao_municipal', 'inscrição municipal'),
    ...lackUnless(issuer.town, 'empresa.municipio', 'município emissor'),
    ...lackUnless(scheme, 'empresa.regime', 'regime tributário'),
    ...lackUnless(issuer.iss !== null || scheme === 'mei', 'empresa.aliquota_iss', 'alíquota do ISS'),
    ...lackUnless(issuer.services.length, 'empresa.servicos', 'ao menos um serviço prestado'),
    ...(isSealed
      ? lackUnless(
          issuer.keepsSecrets,
          'empresa.emissor',
          'SECRETS_KEY',
          'Defina SECRETS_KEY na instalação para guardar certificados e chaves.',
        )
      : []),
    ...(emitter === 'asaas' ? lackUnless(issuer.hasToken, 'empresa.asaas', 'chave do Asaas') : []),
    ...(emitter === 'nacional'
      ? [
          ...lackUnless(scheme === 'mei' || issuer.burden !== null, 'empresa.carga_tributaria', 'tributos aproximados'),
          ...nationalLacks(
            issuer,
            layoutOn(note?.competence ?? dayIn(now).day),
            issuer.services.filter(({ codigo }) => !note || codigo === note.service),
          ),
          ...certificateLacks(issuer, certificate, now),
        ]
      : []),
    ...lackUnless(
      emitter !== 'local' || environment === 'homologacao',
      'empresa.ambiente',
      'quem emite em produção',
      'O emissor da casa não tem valor fiscal: em produção, escolha o emissor nacional ou o Asaas.',
    ),
  ]
}

/** What the layout of the day asks of a company beyond its registration. */
function nationalLacks(
  { scheme, townActive, ibsCbs }: IssuerFacts,
  layout: DpsLayout,
  services: readonly IssuerService[],
) {
  if (!scheme) return []
  const asksWay = scheme === 'simples-nacional' && layout.order.regTrib?.includes('regApIBSCBSSN')
  return [
    ...lackUnless(
      layout.schemes[scheme],
      'empresa.regime',
      'regime do leiaute em vigor',
      'O leiaute em vigor da NFS-e ainda não tem a opção pendente pelo Simples: ela vem com a NT 009, sem data de produção.',
    ),
    ...lackUnless(!asksWay || ibsCbs, 'empresa.apuracao_ibs_cbs', 'IBS e CBS no Simples'),
    ...lackUnless(
      scheme !== 'nao-optante' || townActive !== null,
      'empresa.municipio_ativo',
      'município ativo no sistema nacional',
      'Diga se o município está ativo no sistema nacional: onde está, a nota que informa a alíquota é recusada (E0617).',
    ),
    ...(layout.ibscbs.includes(scheme) ? services.flatMap(ibsCbsLacks) : []),
  ]
}

/** What the group of IBS and CBS asks of a service; none of it has a default. */
const ibsCbsLacks = (service: IssuerService) =>
  (
    [
      [service.nbs, 'NBS'],
      [service.indicador_operacao, 'indicador da operação'],
      [service.cst, 'CST do IBS/CBS'],
      [service.classificacao_tributaria, 'classificação tributária'],
    ] as const
  ).flatMap(([code, label]) => lackUnless(code, 'empresa.servicos', `${label} do serviço ${service.codigo}`))

function certificateLacks({ cnpj }: IssuerFacts, certificate: IssuerFacts['certificate'], now: Date) {
  const field = 'empresa.certificado'
  if (!certificate) return [invoiceLack(field, 'certificado')]
  if (Date.parse(certificate.validUntil) <= now.getTime())
    return [invoiceLack(field, 'certificado válido', 'O certificado da empresa venceu: envie o novo.')]
  if (cnpj && certificate.document && cnpjRoot(certificate.document) !== cnpjRoot(cnpj))
    return [invoiceLack(field, 'certificado deste CNPJ', 'O certificado é de outro CNPJ.')]
  return []
}

/** From a day on, companies of a scheme issue by the national emitter alone. */
export const nationalEmitterRules: readonly {
  readonly scheme: TaxScheme
  readonly from: string
  readonly source: string
}[] = [{ scheme: 'simples-nacional', from: '2026-11-01', source: 'Resolução CGSN 191, de 04/08/2026' }]

/** What does not stop a company from issuing, and puts what it issues in doubt. */
export function issuerWarnings({ emitter, scheme }: IssuerFacts, day: string): readonly string[] {
  if (emitter === 'nacional') return []
  return nationalEmitterRules
    .filter(rule => rule.scheme === scheme && rule.from <= day)
    .map(
      ({ from, source }) =>
        `Desde ${showDate(from)}, ME e EPP do Simples emitem só pelo emissor nacional (${source}). Esta empresa emite por ${emitters[emitter]}: troque em Emissão de notas, ou confirme com a contabilidade.`,
    )
}
