import { chance, type Chance } from '#features/platform/demo/chance.ts'
import {
  givenNames,
  providerNames,
  neighborhoods,
  streets,
  surnames,
  type ProviderName,
} from '#features/platform/demo/names.ts'
import { cnpjFrom, fistelFrom } from '#features/platform/demo/numbers.ts'
import { regions, type Town } from '#features/platform/demo/regions.ts'
import { shift, type Period } from '#parts/period/period.ts'

export type Regime = 'simples-nacional' | 'lucro-presumido' | 'lucro-real'

export interface DemoProvider {
  /** Its place in the list: what happens to it follows from here. */
  readonly index: number
  /** 0 or 1: which of the two companies answers for it. */
  readonly empresa: number
  readonly name: string
  readonly fantasy: string
  readonly document: string
  readonly inscricao_estadual: string
  readonly email: string
  readonly contact: string
  readonly phone: string
  readonly opened: string
  readonly capital: number
  readonly regime: Regime
  readonly system: string
  readonly plan: string
  readonly addresses: readonly Address[]
  readonly phones: readonly { readonly responsible: string; readonly phone: string }[]
  readonly mails: readonly { readonly responsible: string; readonly mail: string }[]
  readonly fistels: readonly Fistel[]
  readonly towns: readonly Town[]
  /** Accesses of the first month it reports, over all towns. */
  readonly accesses: number
  /** Share gained in a month. */
  readonly growth: number
  readonly active: boolean
  readonly external_observation: string | null
  readonly internal_observation: string | null
}

export interface Address {
  readonly type: 'matriz' | 'filial'
  readonly zipcode: string
  readonly address: string
  readonly number: string
  readonly complement: string | null
  readonly neighborhood: string
  readonly ibge: number
}

export interface Fistel {
  readonly fistel: string
  readonly service: 'SCM' | 'STFC' | 'SeAC'
  readonly show_for_client: boolean
  readonly active_anatel: boolean
}

/** By place in the list, so that tests and stories can name them. */
export const inactive: ReadonlySet<number> = new Set([10, 28])
/** Opened the month before the three they report, with letters in their CNPJ. */
export const young: ReadonlySet<number> = new Set([7, 18, 31, 39])

const systems = ['ixc-provedor', 'sgp', 'mk-solutions', 'hubsoft', 'voalle', 'rbx-isp', 'mk-auth', 'planilha-propria']
const plans = ['assessoria-completa', 'assessoria-completa', 'somente-coletas', 'outorga-e-licenciamento']

const shared: Readonly<Record<number, string>> = {
  0: 'Envia a planilha até o dia 8. Dúvidas sobre as coletas: falar com o financeiro.',
  13: 'A assembleia aprova o faturamento só depois do dia 10: pedir os acessos antes.',
  22: 'Possui duas cidades atendidas apenas por rádio; a migração para fibra termina neste ano.',
}
const storyOf: Readonly<Record<number, string>> = {
  4: 'Acompanhar: os acessos caíram de um mês para o outro. Confirmar com o provedor se a base foi limpa.',
  10: 'Contrato encerrado. Manter o histórico por cinco anos.',
  11: 'O município que sumiu da última coleta não foi vendido; cobrar a planilha corrigida.',
  16: 'Última coleta com dez vezes os acessos de sempre. Provável erro de digitação.',
  24: 'Costuma atrasar. Ligar no dia 5.',
  28: 'Vendeu a carteira e pediu o cancelamento da outorga.',
  29: 'Na última coleta o plano de 300 Mbps veio como 300000: a planilha está em Kbps. Corrigir antes de finalizar.',
}

/** The forty clients of the demonstration; `last` is the last month they report. */
export const providers = (last: Period): readonly DemoProvider[] =>
  providerNames.map((name, index) => provider(name, index, last))

function provider(name: ProviderName, index: number, last: Period): DemoProvider {
  const luck = chance(index)
  const { ddd, towns } = regions[name.region]
  const beyond = name.also ? regions[name.also].towns.slice(0, 2) : []
  const served = [...towns.slice(0, luck.whole(1, towns.length)), ...beyond]
  const isYoung = young.has(index)
  const contact = person(luck)
  const domain = `${slug(name.fantasy)}.example`
  const accesses = isYoung ? luck.whole(90, 600) : isSmall(name) ? luck.whole(280, 1_400) : luck.whole(1_100, 9_500)
  const regime =
    accesses < simplesCeiling
      ? 'simples-nacional'
      : luck.pick<Regime>(['lucro-presumido', 'lucro-presumido', 'lucro-real'])
  return {
    index,
    empresa: index < 20 ? 0 : 1,
    name: name.legal,
    fantasy: name.fantasy,
    document: cnpjFrom(isYoung ? lettered(luck) : `${luck.digits(8)}0001`),
    inscricao_estadual: luck.digits(9),
    email: `contato@${domain}`,
    contact,
    phone: mobile(ddd, luck),
    opened: opened(isYoung ? shift(last, -3) : { year: luck.whole(1998, 2019), month: luck.whole(1, 12) }, luck),
    capital: luck.whole(2, 60) * (regime === 'simples-nacional' ? 5_000 : 50_000),
    regime,
    system: luck.pick(systems),
    plan: luck.pick(plans),
    addresses: addresses(served, luck),
    phones: [
      { responsible: 'Suporte', phone: landline(ddd, luck) },
      { responsible: person(luck), phone: mobile(ddd, luck) },
    ].slice(0, luck.whole(1, 2)),
    mails: [
      { responsible: 'Financeiro', mail: `financeiro@${domain}` },
      { responsible: 'Técnico', mail: `noc@${domain}` },
    ].slice(0, luck.whole(1, 2)),
    fistels: fistels(index, luck),
    towns: served,
    accesses,
    growth: isYoung ? luck.between(0.05, 0.09) : luck.between(0.003, 0.022),
    active: !inactive.has(index),
    external_observation: shared[index] ?? null,
    internal_observation: storyOf[index] ?? null,
  }
}

/** With more accesses than these a year's billing passes what the Simples Nacional admits, R$ 4,8 milhões. */
const simplesCeiling = 2_600
const isSmall = ({ legal }: ProviderName) => /ME$|EPP$|Informática/.test(legal)
const letters = [...'ABCDEGHJKLMNPRSTVWXYZ']
/** Twelve characters as the new registrations have them: '7K3M0B2V0001'. */
const lettered = (luck: Chance) => [1, 2, 3, 4].map(() => `${luck.digits(1)}${luck.pick(letters)}`).join('') + '0001'

const opened = ({ year, month }: Period, luck: Chance) =>
  `${year}-${String(month).padStart(2, '0')}-${luck.whole(10, 28)}`

const person = (luck: Chance) => `${luck.pick(givenNames)} ${luck.pick(surnames)}`
const mobile = (ddd: string, luck: Chance) => `+55${ddd}99${luck.digits(7)}`
const landline = (ddd: string, luck: Chance) => `+55${ddd}3${luck.digits(7)}`

/** 'Vale Águas Fibra' → 'valeaguasfibra'. */
const slug = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()

const addresses = (towns: readonly Town[], luck: Chance): readonly Address[] =>
  towns.slice(0, luck.whole(1, 3)).map((town, i) => ({
    type: i ? 'filial' : 'matriz',
    zipcode: `${town.zip}${i ? '000' : `${luck.whole(1, 29)}0`.padStart(3, '0')}`,
    address: luck.pick(streets),
    number: String(luck.whole(12, 2_400)),
    complement: luck.whole(0, 3) ? null : luck.pick(['Sala 2', 'Fundos', 'Sobreloja', 'Térreo']),
    neighborhood: luck.pick(neighborhoods),
    ibge: town.ibge,
  }))

/** Everyone reports SCM; some hold a second authorisation, of which one of each service still reports. */
function fistels(index: number, luck: Chance): readonly Fistel[] {
  const of = (service: Fistel['service'], flags?: Partial<Fistel>): Fistel => ({
    fistel: fistelFrom(`50${luck.digits(7)}`),
    service,
    show_for_client: true,
    active_anatel: true,
    ...flags,
  })
  const own = of('SCM', { active_anatel: !inactive.has(index) })
  if (index % 8 === 5) return [own, of('STFC', { active_anatel: index === 5 })]
  if (index % 8 === 7) return [own, of('SeAC', { show_for_client: false, active_anatel: index === 7 })]
  return [own]
}
