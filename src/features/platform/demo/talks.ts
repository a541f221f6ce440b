import type { IntegrationKey, LogOutcome, QueueState } from '#parts/integration/integration.ts'

/** Recent requests to other services, as the queue shows them. Times are minutes before the demonstration is loaded. */
export interface DemoTalk {
  readonly minutesAgo: number
  readonly name: string
  readonly integration: IntegrationKey
  readonly state: QueueState
  /** Place of its client among the providers, where it is about one. */
  readonly client?: number
  readonly host: string
  readonly path: string
  /** Null where nothing came. */
  readonly status: number | null
  readonly ms: number
  readonly outcome: LogOutcome
  readonly said: string
}

const answered = { state: 'enviado', status: 200, outcome: 'enviado', said: 'Respondeu.' } as const
const cnpja = { integration: 'cnpja', host: 'open.cnpja.com' } as const
const viacep = { integration: 'viacep', host: 'viacep.com.br' } as const

export const talks: readonly DemoTalk[] = [
  {
    ...cnpja,
    ...answered,
    minutesAgo: 14,
    name: 'Consulta de CNPJ: 11222333000181',
    client: 0,
    path: '/office/11222333000181',
    ms: 412,
  },
  { ...viacep, ...answered, minutesAgo: 22, name: 'Consulta de CEP: 12020000', path: '/ws/12020000/json/', ms: 96 },
  {
    ...cnpja,
    minutesAgo: 47,
    name: 'Consulta de CNPJ: 11444777000161',
    client: 1,
    path: '/office/11444777000161',
    state: 'sem-resposta',
    status: 429,
    ms: 88,
    outcome: 'falhou',
    said: 'Respondeu 429.',
  },
  {
    ...answered,
    integration: 'brasilapi',
    host: 'brasilapi.com.br',
    minutesAgo: 47,
    name: 'Consulta de CNPJ: 11444777000161',
    client: 1,
    path: '/api/cnpj/v1/11444777000161',
    ms: 655,
  },
  { ...viacep, ...answered, minutesAgo: 130, name: 'Consulta de CEP: 36010041', path: '/ws/36010041/json/', ms: 104 },
  {
    ...viacep,
    minutesAgo: 260,
    name: 'Consulta de CEP: 99999999',
    path: '/ws/99999999/json/',
    state: 'enviado',
    status: 200,
    ms: 91,
    outcome: 'enviado',
    said: 'Respondeu que não conhece.',
  },
  {
    ...viacep,
    minutesAgo: 1_500,
    name: 'Consulta de CEP: 12940000',
    path: '/ws/12940000/json/',
    state: 'sem-resposta',
    status: null,
    ms: 3_002,
    outcome: 'falhou',
    said: 'viacep.com.br: não respondeu a tempo.',
  },
]
