import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Services outside, as they answer: a server of our own that speaks their shapes. */
export interface Outside {
  /** What stands in for the settings' addresses. */
  readonly env: Readonly<Record<'CNPJ_URL' | 'CNPJ_FALLBACK_URL' | 'CEP_URL' | 'PLACES_URL', string>>
  /** Paths asked so far. */
  readonly asked: string[]
  close(): Promise<void>
}

type Answer = (response: ServerResponse, path: string) => void
export const json =
  (status: number, body: unknown): Answer =>
  response =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
export const silent: Answer = () => undefined
export const moved: Answer = response => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
export const endless: Answer = response => {
  response.writeHead(200)
  const more = () => void (response.destroyed || response.write('x'.repeat(65_536), () => setImmediate(more)))
  more()
}

/** `answers` by the beginning of a path; the rest is a 404. */
export async function openOutside(answers: Record<string, Answer>): Promise<Outside> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const [, answer] = Object.entries(answers).find(([start]) => path.startsWith(start)) ?? []
    if (answer) answer(response, path)
    else json(404, { message: 'not found' })(response, path)
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is this one
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return {
    env: {
      CNPJ_URL: `${url}/cnpja`,
      CNPJ_FALLBACK_URL: `${url}/brasilapi`,
      CEP_URL: `${url}/viacep`,
      PLACES_URL: `${url}/places`,
    },
    asked,
    close: () =>
      new Promise(closed => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}

/** An office as open.cnpja.com answers it. */
export const office = (name: string, more: object = {}) => ({
  updated: '2026-11-01T00:00:00.000Z',
  taxId: '00000000000000',
  alias: 'Vale Net',
  founded: '2011-03-04',
  head: true,
  statusDate: '2011-03-04',
  status: { id: 2, text: 'Ativa' },
  company: {
    id: 12345678,
    name,
    equity: 150_000,
    nature: { id: 2062, text: 'Sociedade Empresária Limitada' },
    size: { id: 3, acronym: 'EPP', text: 'Empresa de Pequeno Porte' },
    members: [
      {
        since: '2011-03-04',
        role: { id: 49, text: 'Sócio-Administrador' },
        person: { id: 'x', type: 'NATURAL', name: 'Marina Prado de Souza', taxId: '***123456**', age: '41-50' },
      },
    ],
  },
  address: {
    municipality: 3554102,
    street: 'Rua das Palmeiras',
    number: '120',
    details: 'Sala 2',
    district: 'Centro',
    city: 'Taubaté',
    state: 'SP',
    zip: '12020000',
    country: { id: 76, name: 'Brasil' },
  },
  phones: [{ type: 'LANDLINE', area: '12', number: '36210000' }],
  emails: [{ ownership: 'CORPORATE', address: 'contato@valenet.example', domain: 'valenet.example' }],
  mainActivity: { id: 6110803, text: 'Serviços de comunicação multimídia - SCM' },
  sideActivities: [{ id: 111301, text: 'Cultivo de arroz' }],
  ...more,
})

/** A company as BrasilAPI answers it. */
export const minhaReceita = (razao_social: string) => ({
  cnpj: '00000000000000',
  razao_social,
  nome_fantasia: '',
  email: null,
  ddd_telefone_1: '1236210000',
  data_inicio_atividade: '2011-03-04',
  capital_social: 150000,
  descricao_situacao_cadastral: 'ATIVA',
  descricao_tipo_de_logradouro: 'RUA',
  logradouro: 'DAS PALMEIRAS',
  numero: '120',
  complemento: 'SALA 2',
  bairro: 'CENTRO',
  cep: '12020000',
  uf: 'SP',
  municipio: 'TAUBATE',
  codigo_municipio: 7183,
  codigo_municipio_ibge: 3554102,
  cnae_fiscal: 6110803,
  cnae_fiscal_descricao: 'Serviços de comunicação multimídia - SCM',
  cnaes_secundarios: [{ codigo: 0, descricao: '' }],
  qsa: [
    {
      nome_socio: 'MARINA PRADO DE SOUZA',
      cnpj_cpf_do_socio: '***123456**',
      qualificacao_socio: 'Sócio-Administrador',
      data_entrada_sociedade: '2011-03-04',
      identificador_de_socio: 2,
    },
  ],
})

export const viaCep = {
  cep: '12020-000',
  logradouro: 'Rua das Palmeiras',
  complemento: '',
  unidade: '',
  bairro: 'Centro',
  localidade: 'Taubaté',
  uf: 'SP',
  estado: 'São Paulo',
  regiao: 'Sudeste',
  ibge: '3554102',
  gia: '6889',
  ddd: '12',
  siafi: '7183',
}
