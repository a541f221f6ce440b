import { choice, integer, lineList, metas, percent, ref, text } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'

/** Who issues the notes of a company. */
export const emitters = {
  local: 'Emissor da casa (sem valor fiscal)',
  nacional: 'Emissor nacional da NFS-e',
  asaas: 'Asaas',
} as const
export type Emitter = keyof typeof emitters
/** Whether its notes are worth anything. */
export const environments = { homologacao: 'Homologação (sem valor)', producao: 'Produção' } as const

/** Whether the national system keeps the rates of the company's town; nobody guesses it. */
export const townStandings = {
  sim: 'Sim: não informar a alíquota',
  nao: 'Não: informar a alíquota',
} as const
/** Where a company of the Simples pays IBS and CBS. */
export const ibsCbsWays = {
  simples: 'IBS e CBS pelo Simples',
  'cbs-no-simples': 'CBS pelo Simples, IBS por fora',
  fora: 'IBS e CBS por fora do Simples',
} as const

/** What a company needs to issue service invoices (NFS-e by the national layout) and number its orders. */
const issuer = {
  inscricao_municipal: text('Inscrição municipal', { max: 15 }),
  municipio: ref('cities', 'Município emissor'),
  regime: choice(
    {
      'nao-optante': 'Não optante do Simples Nacional',
      mei: 'MEI',
      'simples-nacional': 'ME ou EPP do Simples Nacional',
      'optante-pendente': 'Opção pelo Simples Nacional pendente',
    },
    'Regime tributário',
  ),
  municipio_ativo: choice(townStandings, 'Município ativo no sistema nacional', {
    hint: 'Fora do Simples, onde está ativo o sistema nacional põe a alíquota do ISS e recusa a nota que a informa (E0617)',
  }),
  apuracao_ibs_cbs: choice(ibsCbsWays, 'IBS e CBS no Simples', {
    hint: 'O leiaute da NT 009, ainda sem data de produção, vai pedir',
  }),
  serie: integer('Série', { min: 1, max: 49_999, plain: true, hint: 'Da DPS, de 1 a 49999' }),
  proximo_numero: integer('Próximo número', { min: 1, plain: true }),
  aliquota_iss: percent('ISS (%)', { hint: 'De 2 a 5, conforme o município (LC 116, art. 8º)' }),
  servicos: lineList(
    {
      codigo: text('Código nacional', {
        required: true,
        max: 6,
        hint: 'Seis dígitos: item, subitem e desdobro da LC 116',
      }),
      codigo_municipal: text('Código municipal', { max: 20 }),
      nbs: text('NBS', { max: 9, hint: 'Nove dígitos; fora do Simples, o emissor nacional pede' }),
      indicador_operacao: text('Indicador da operação', {
        max: 6,
        hint: 'cIndOp, seis dígitos: anexo VII da NFS-e. Diz onde a operação paga IBS',
      }),
      cst: text('CST do IBS/CBS', { max: 3, hint: 'Três dígitos. Pergunte à contabilidade: aqui nada é presumido' }),
      classificacao_tributaria: text('Classificação tributária', {
        max: 6,
        hint: 'cClassTrib, seis dígitos, que começam pelo CST',
      }),
      descricao: text('Serviço', { required: true, max: 160 }),
    },
    'Serviços prestados',
    { max: 30, one: 'serviço' },
  ),
  carga_tributaria: percent('Tributos aproximados (%)', {
    hint: 'Lei 12.741/2012: no Simples, a alíquota efetiva; fora dele, a carga federal',
  }),
  emissor: choice(emitters, 'Quem emite', { default: 'local' }),
  ambiente: choice(environments, 'Ambiente', { default: 'homologacao' }),
}

/** Where a company is written to and called: printed on its notes and boletos. Its town is the one it issues in. */
const contact = {
  cep: text('CEP', { format: 'zipcode' }),
  logradouro: text('Logradouro', { max: 255 }),
  numero: text('Número', { max: 60 }),
  complemento: text('Complemento', { max: 156 }),
  bairro: text('Bairro', { max: 60 }),
  telefone: text('Telefone', { format: 'phone' }),
  email: text('E-mail', { format: 'email', max: 80 }),
}

/** The consultancy's own companies: each answers for clients, and staff may be narrowed to one. */
export const empresas = resource({
  path: 'empresas',
  text: { one: 'empresa', many: 'empresas', gender: 'f' },
  fields: {
    nome_fantasia: text('Nome fantasia', { required: true, max: 120 }),
    razao_social: text('Razão social', { max: 160 }),
    cnpj: text('CNPJ', { format: 'cnpj', unique: true }),
    representante_primeiro_nome: text('Primeiro nome do representante', { max: 60 }),
    ...contact,
    ...issuer,
    metas_only_father: metas('Campos próprios', { internal: true }),
  },
  list: {
    columns: ['nome_fantasia', 'cnpj', 'representante_primeiro_nome'],
    search: ['nome_fantasia', 'razao_social', 'cnpj'],
  },
  form: [
    { fields: ['nome_fantasia', 'razao_social', 'cnpj', 'representante_primeiro_nome'] },
    {
      title: 'Endereço e contato',
      help: 'Saem na nota, e no boleto da conta corrente que não tem endereço próprio. A cidade é o município emissor.',
      fields: ['cep', 'logradouro', 'numero', 'complemento', 'bairro', 'telefone', 'email'],
    },
    {
      title: 'Emissão de notas',
      help: 'Como as notas de serviço desta empresa saem, e que número leva a próxima.',
      fields: [
        'emissor',
        'ambiente',
        'inscricao_municipal',
        'municipio',
        'regime',
        'municipio_ativo',
        'apuracao_ibs_cbs',
        'aliquota_iss',
        'carga_tributaria',
        'serie',
        'proximo_numero',
        'servicos',
      ],
    },
    { title: 'Campos próprios', fields: ['metas_only_father'] },
  ],
  scope: 'everyone',
})
