import { text } from '#kernel/field.ts'
import { join } from '#kernel/text.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { layoutsWithout, type AccessField, type TokenColumn } from '#features/regulatory/anatel/layouts.ts'
import { stationWords } from '#features/regulatory/anatel/station-words.ts'
import { columnWords, tokenWords } from '#features/regulatory/anatel/wording.ts'
import { fistels } from '#features/clients/fistels/fistels.ts'
import { readAccesses, readSpeedCell } from '#features/platform/imports/section/accesses.ts'
import {
  columnsOf,
  ownCode,
  type CellOutcome,
  type ImportSection,
  type TemplateColumn,
} from '#features/platform/imports/section/section.ts'
import { stations } from '#features/network/stations/stations.ts'
import { address } from '#parts/address/address.ts'
import { readState } from '#parts/address/states.ts'

/** The kind of address of a head office. */
const matriz = 1
const cnpj = '11222333000181'
const fistel = '50012345652'
const uf = text('UF', { format: 'uf' })

/** A state, by its letters, its name or IBGE's number. */
function readStateCell(given: string): CellOutcome {
  const state = readState(given)
  return state
    ? { value: state, said: state }
    : { rule: 'formato', message: 'Não é um estado. Escreva a sigla, como SP.' }
}

/** The columns of the one address a row brings, under the list that holds it. */
const place = (under: string, leaveOut: readonly string[]): readonly TemplateColumn[] => [
  ...columnsOf(
    address,
    {
      zipcode: { example: '12020-000', also: ['codigo postal'] },
      address: { example: 'Rua das Palmeiras', also: ['endereco', 'rua', ...stationWords.address] },
      number: { example: '120', also: ['numero', 'nro', 'n'] },
      complement: { also: stationWords.complement },
      neighborhood: { example: 'Centro' },
      city: {
        example: '3554102',
        also: [
          'cidade',
          'cidade uf',
          'municipio uf',
          'ibge',
          'cod ibge',
          'codigo ibge',
          'municipio ibge',
          ...stationWords.city,
        ],
        help: 'O código do IBGE, de 7 dígitos; ou o nome com o estado, como Taubaté/SP.',
      },
      lat: { example: '-23,026389', also: stationWords.lat, help: 'Graus decimais ou 23°01\'35,00" S.' },
      lng: { example: '-45,555278', also: stationWords.lng, help: 'Graus decimais ou 45°33\'19,00" W.' },
    },
    under,
    leaveOut,
  ),
  {
    key: `${under}.uf`,
    label: 'UF',
    field: uf,
    also: ['estado', 'sigla uf'],
    example: 'SP',
    aids: `${under}.city`,
    read: readStateCell,
    help: 'Só para achar o município pelo nome.',
  },
]

/** A contact that cannot be read keeps nobody out. */
const withLooseContacts = (columns: readonly TemplateColumn[]) =>
  columns.map((column): TemplateColumn => {
    const { required, options } = column.field
    const isContact = options.format === 'phone' || options.format === 'email'
    return isContact && !required ? { ...column, leavesOut: true } : column
  })

const ofClients: ImportSection = {
  of: clients,
  columns: withLooseContacts([
    ...columnsOf(clients.fields, {
      name: {
        example: 'Exemplo Telecom Ltda',
        also: ['cliente', 'nome', 'nome do cliente', 'nome empresarial', 'provedor'],
      },
      fantasy_name: { example: 'Exemplo Fibra', also: ['fantasia'] },
      document: { example: cnpj, also: ['cnpj', 'cpf', 'documento', 'cnpj ou cpf', 'cpf cnpj', 'cnpj cpf'] },
      inscricao_estadual: { also: ['ie'], registration: true },
      email: {
        example: 'contato@exemplo.com.br',
        also: ['email', 'emails', 'e-mail principal', 'correio eletronico'],
        rest: { list: 'mails', name: 'mail' },
      },
      phone_name: { example: 'Maria', also: ['responsavel', 'nome do contato', 'pessoa de contato'] },
      phone: {
        example: '(12) 99712-3456',
        also: [
          'telefones',
          'fone',
          'fones',
          'tel',
          'telefone principal',
          'telefone de contato',
          'celular',
          'celulares',
        ],
        rest: { list: 'phones', name: 'phone' },
      },
      opening_data: { example: '20/11/2015', also: ['abertura'] },
      capital_social: { example: '100.000,00' },
      tax_regime: { example: 'Simples Nacional', also: ['regime'] },
      contract_value: { also: ['valor do contrato', 'valor mensal', 'valor da mensalidade', 'honorarios'] },
      contract_due_date: {
        also: [
          'vencimento do contrato',
          'venc contrato',
          'validade do contrato',
          'termino do contrato',
          'vigencia do contrato',
        ],
      },
      internal_observation: { also: ['obs', 'observacao', 'observacoes'] },
      empresa_responsavel: { also: ['empresa'], help: 'Vazio: a empresa em que você trabalha.' },
    }),
    ...place('addresses', ['in_ocean', 'address_type', 'altitude']),
    ownCode,
  ]),
  keys: ['document', 'id'],
  owner: 'empresa_responsavel',
  line: { name: 'addresses', with: { address_type_id: matriz } },
  about: 'Uma linha por cliente. O endereço é o da matriz.',
}

const ofFistels: ImportSection = {
  of: fistels,
  columns: [
    ...columnsOf(fistels.fields, {
      fistel: { example: fistel, also: ['numero do fistel', 'n fistel', 'fistel da outorga', 'fistel da notificacao'] },
      client: {
        example: cnpj,
        also: ['cnpj', 'cpf ou cnpj', 'documento', 'razao social'],
        help: 'O CNPJ ou a razão social de um cliente já registrado.',
      },
      service_type: { example: '045', also: ['servico', 'codigo do servico'], help: 'O código, a sigla ou o nome.' },
      since: {
        example: '01/03/2026',
        also: ['desde', 'inicio', 'inicio do contrato', 'data de inicio'],
        help: 'Desde quando a consultoria entrega por este fistel.',
      },
      active_anatel: { example: 'Sim', also: ['ativo na anatel'] },
      show_for_client: { example: 'Sim', also: ['visivel'] },
    }),
    ownCode,
  ],
  keys: ['fistel', 'id'],
  owner: 'client',
  about: 'Uma linha por fistel.',
}

/** What a station without a name is called: its number and its place, as far as the row has them. */
function stationName(given: Readonly<Record<string, { readonly said: string } | undefined>>): string | null {
  const said = (key: string) => given[key]?.said ?? ''
  const [number, city] = [said('station_number'), said('address.city')]
  const street = [said('address.address'), said('address.number')].filter(Boolean).join(', ')
  const point = given['address.lat'] && given['address.lng'] ? `${said('address.lat')} ${said('address.lng')}` : ''
  const place = number && city ? city : [street, city].filter(Boolean).join(', ') || point
  const name = number ? ['Estação', number, place && `em ${place}`] : place ? ['Estação em', place] : []
  return name.filter(Boolean).join(' ').slice(0, 120) || null
}

const ofStations: ImportSection = {
  of: stations,
  columns: [
    ...columnsOf(stations.fields, {
      name: {
        example: 'Torre do Cristo',
        also: ['estacao', 'nome da estacao', 'id estacao'],
        made: true,
        help: 'Vazio: o número e o lugar da estação.',
      },
      client: {
        example: cnpj,
        also: [
          'cnpj',
          'cpf ou cnpj',
          'documento',
          'razao social',
          'provedor',
          ...stationWords.document,
          ...stationWords.entity,
        ],
        help: 'O CNPJ ou a razão social de um cliente já registrado.',
      },
      fistel: { help: 'Um dos fistéis do cliente.', also: stationWords.fistel },
      station_number: {
        example: '1006543210',
        // What is called by its name alone names the station.
        also: ['n da estacao', 'estacao anatel', ...stationWords.number.filter(word => word !== 'Estação')],
      },
      station_type: { example: 'Própria', also: stationWords.type },
      opening: { example: 'Sim', also: stationWords.opening, words: { Sim: 's', Não: 'n' } },
      act: { also: stationWords.act },
      station_class: { also: stationWords.station_class },
      structure: { also: stationWords.structure },
      structure_shared: { also: stationWords.structure_shared },
      first_licensed_on: { also: stationWords.first_licensed_on },
      licensed_on: { also: stationWords.licensed_on },
      valid_until: {
        also: [...stationWords.valid_until, 'validade da licenca', 'vencimento da licenca', 'val licenca'],
      },
      attendance_middle: {
        example: 'fibra',
        also: ['meio de atendimento', 'meio fisico', ...stationWords.medium],
        leavesOut: true,
      },
      technology_type: { example: 'FTTH', also: ['tipo de tecnologia', ...stationWords.technology], leavesOut: true },
      is_link: { example: 'Não', also: ['enlace', 'ponta de enlace'] },
      is_virtual: { example: 'Não', also: ['virtual'] },
      observations: { also: ['obs', 'observacao', 'observacoes'] },
    }),
    ...place('address', ['address_type']),
    ownCode,
  ],
  keys: ['station_number', 'id'],
  owner: 'client',
  line: { name: 'address', with: {} },
  unkeyed: { column: 'name', madeOf: stationName },
  about: 'Uma linha por estação. Serve o arquivo de estações da Anatel: o do Mosaico, o dos dados abertos e o anual.',
}

const { client, fistel: account, year, month, locations } = collects.fields
const { city, accesses_ordered: accesses } = locations.options.shape ?? {}
/** What the declaration leaves free, for some layout has no column for it, the others ask. */
const but = (key: AccessField) => ({ neededBut: join(layoutsWithout(key)) })
/** What providers call Anatel's columns and siglas. */
const called = (column: TokenColumn) => ({ also: columnWords[column], words: tokenWords[column] })
const kinds = columnsOf(accesses?.options.shape ?? {}, {
  client_type: { label: 'TIPO_CLIENTE', example: 'PF', ...called('TIPO_CLIENTE') },
  attendance_type: {
    label: 'TIPO_ATENDIMENTO',
    example: 'URBANO',
    ...called('TIPO_ATENDIMENTO'),
    ...but('attendance_type'),
  },
  attendance_middle: { label: 'TIPO_MEIO', example: 'fibra', ...called('TIPO_MEIO') },
  product_type: { label: 'TIPO_PRODUTO', example: 'internet', ...called('TIPO_PRODUTO'), ...but('product_type') },
  technology_type: {
    label: 'TIPO_TECNOLOGIA',
    example: 'FTTH',
    ...called('TIPO_TECNOLOGIA'),
    ...but('technology_type'),
  },
  speed: {
    label: 'VELOCIDADE',
    example: '250',
    help: 'Em Mbps.',
    also: columnWords.VELOCIDADE,
    read: readSpeedCell,
    speed: true,
    ...but('speed'),
  },
  amount: { label: 'ACESSOS', example: '60', also: columnWords.ACESSOS, read: readAccesses },
})

const ofCollects: ImportSection = {
  of: collects,
  columns: [
    {
      key: 'fistel',
      label: 'FISTEL',
      field: account,
      also: [],
      example: fistel,
      help: 'Os 11 dígitos: é ele que diz de quem e de que serviço é a coleta.',
    },
    {
      key: 'client',
      label: 'CNPJ',
      field: { ...client, required: false },
      also: ['cliente', 'cpf ou cnpj'],
      example: cnpj,
      help: 'Para conferir com o do fistel; pode ficar vazio.',
    },
    { key: 'year', label: 'ANO', field: year, also: columnWords.ANO, example: '2026' },
    { key: 'month', label: 'MES', field: month, also: [...columnWords.MES, 'competencia'], example: '10' },
    ...(city
      ? [
          {
            key: 'city',
            label: 'COD_IBGE',
            field: city,
            also: columnWords.COD_IBGE,
            example: '3554102',
            help: 'Os 7 dígitos do IBGE; ou o nome com o estado, como Taubaté/SP.',
          },
          { key: 'uf', label: 'UF', field: uf, also: columnWords.UF, example: 'SP', aids: 'city', read: readStateCell },
        ]
      : []),
    ...kinds,
  ],
  keys: ['fistel'],
  owner: 'client',
  groups: ['fistel', 'year', 'month'],
  about:
    'Uma linha por grupo de acessos, como no arquivo da Anatel, de quantas coletas quiser. As linhas do mesmo fistel, ano e mês formam uma coleta e trocam os acessos que ela tem.',
}

/** What comes in by spreadsheet, by the address of its list. */
export const sections: readonly ImportSection[] = [ofClients, ofFistels, ofCollects, ofStations]
export const sectionAt = (path: string) => sections.find(({ of }) => of.path === path)
