/** A page of the guide, as the build made it of docs/guia. */
export interface GuidePage {
  readonly slug: string
  readonly title: string
  /** What it answers, in a sentence. */
  readonly about: string
  /** People of clients read it too. */
  readonly forAll: boolean
  readonly html: string
}
/** What came with a release, by its day. */
export interface NewsDay {
  /** 'AAAA-MM-DD'. */
  readonly date: string
  readonly title: string
  readonly points: readonly { readonly forAll: boolean; readonly html: string }[]
}
export interface GuideBook {
  readonly groups: readonly { readonly title: string; readonly pages: readonly GuidePage[] }[]
  readonly news: readonly NewsDay[]
}

/** Where everybody begins, and what people of a client are shown where a screen's own guide is the team's. */
export const forClients = 'provedor'
export const newsGuide = 'novidades'

/** The guide of each entry of the menu, by its id; lists of plain words have one in common. */
export const guideOf: Readonly<Record<string, string>> = {
  home: 'tarefas',
  'collects-quadro': 'mes',
  collects: 'coleta',
  comprovantes: 'comprovantes',
  'collect-notes': 'mes',
  'collects-semestre': 'envio',
  obrigacoes: 'prazos',
  'meu-dia': 'tarefas',
  'tarefas-quadro': 'tarefas',
  regularidade: 'regularidade',
  tarefas: 'tarefas',
  tickets: 'escritorio',
  equipe: 'equipe',
  clients: 'clientes',
  prospectos: 'escritorio',
  empresas: 'entrar',
  documents: 'clientes',
  fistels: 'clientes',
  mappings: 'receber',
  stations: 'escritorio',
  'station-links': 'escritorio',
  'station-links-map': 'escritorio',
  infraestrutura: 'infraestrutura',
  recebimentos: 'contas',
  'bills-to-receive': 'contas',
  'order-services': 'ordens',
  'bill-payments': 'contas',
  'late-charges': 'contas',
  'checking-accounts': 'boletos',
  'remessa-ao-banco': 'boletos',
  'retorno-do-banco': 'boletos',
  'service-invoices': 'notas',
  informative: 'listas',
  paginas: 'paginas',
  'links-importantes': 'paginas',
  'links-importantes-categorias': 'paginas',
  pages: 'paginas',
  imports: 'importar',
  exports: 'exportar',
  'integration-queues': 'integracoes',
  integracoes: 'integracoes',
  'webhook-endpoints': 'webhooks',
  configurations: 'escritorio',
  'module-configurations': 'escritorio',
  users: 'entrar',
  profiles: 'entrar',
  historico: 'listas',
  mails: 'listas',
  manutencao: 'listas',
  sistema: 'sistema',
}
/** Of whatever has none of its own. */
export const generalGuide = 'listas'

/** The pages this reader is shown, without groups left empty. */
export const shownGuides = ({ groups }: GuideBook, staff: boolean) =>
  groups
    .map(({ title, pages }) => ({ title, pages: pages.filter(({ forAll }) => staff || forAll) }))
    .filter(({ pages }) => pages.length > 0)

/** What is new for this reader. */
export const shownNews = ({ news }: GuideBook, staff: boolean): readonly NewsDay[] =>
  news
    .map(day => ({ ...day, points: day.points.filter(({ forAll }) => staff || forAll) }))
    .filter(({ points }) => points.length > 0)

/** The guide of a menu's entry for this reader, among those they are shown. */
export function guideFor(entry: string | null, shown: readonly GuidePage[]): GuidePage | null {
  const wanted = (entry && guideOf[entry]) ?? generalGuide
  const at = (slug: string) => shown.find(each => each.slug === slug)
  return at(wanted) ?? at(forClients) ?? shown[0] ?? null
}
