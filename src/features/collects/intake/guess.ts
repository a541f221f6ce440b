import { bare } from '#kernel/text.ts'
import type { ColumnName, TokenColumn } from '#features/anatel/layouts.ts'
import type { Lookups } from '#features/anatel/cells.ts'
import { ofCollect, type Mapping, type ColumnSource, type Translation } from '#features/collects/intake/mapping.ts'
import type { TextTable } from '#parts/table/table.ts'

/** What systems of providers call each column, the surest name first; compared without case, accents or punctuation. */
const synonyms: Readonly<Record<ColumnName, readonly string[]>> = {
  CNPJ: ['cnpj', 'cnpjprestadora', 'cnpjprovedor', 'cnpjempresa'],
  ANO: ['ano', 'anoreferencia', 'exercicio'],
  MES: ['mes', 'mesreferencia'],
  UF: ['uf', 'estado', 'siglauf', 'ufcidade', 'cidadeuf'],
  COD_IBGE: [
    'codibge',
    'codigoibge',
    'ibge',
    'codigoibgemunicipio',
    'codmunicipio',
    'codigomunicipio',
    'municipio',
    'cidade',
    'nomecidade',
    'nomemunicipio',
    'localidade',
  ],
  TIPO_CLIENTE: ['tipocliente', 'tipodecliente', 'tipopessoa', 'tipodepessoa', 'pessoa', 'pfpj', 'fisicajuridica'],
  TIPO_ATENDIMENTO: ['tipoatendimento', 'tipodeatendimento', 'atendimento', 'zona', 'area', 'urbanorural'],
  TIPO_MEIO: [
    'tipomeio',
    'tipodemeio',
    'meio',
    'meioacesso',
    'meiodeacesso',
    'meiotransmissao',
    'midia',
    'conexao',
    'tipoconexao',
  ],
  TIPO_PRODUTO: ['tipoproduto', 'tipodeproduto', 'produto'],
  TIPO_TECNOLOGIA: ['tipotecnologia', 'tipodetecnologia', 'tecnologia', 'tecnologiaacesso', 'tecnologiadeacesso'],
  VELOCIDADE: [
    'velocidade',
    'velocidadecontratada',
    'velocidadedown',
    'velocidadedownload',
    'velocidadembps',
    'download',
    'down',
    'mbps',
    'banda',
    'plano',
    'nomeplano',
    'planocontratado',
  ],
  ACESSOS: [
    'acessos',
    'qtacessos',
    'qtdacessos',
    'qtdeacessos',
    'quantidadeacessos',
    'totalacessos',
    'quantidade',
    'qtde',
    'qtd',
    'qt',
  ],
}

/** What people write for what Anatel's tables have: offered, and kept only once somebody agreed. */
const words: Readonly<Partial<Record<ColumnName, Readonly<Record<string, string>>>>> = {
  TIPO_CLIENTE: {
    PF: 'pf f cpf fisica pessoafisica residencial',
    PJ: 'pj j cnpj juridica pessoajuridica empresarial corporativo comercial empresa',
    UP: 'up usoproprio proprio cortesia',
  },
  TIPO_ATENDIMENTO: { URBANO: 'u urbana urbano cidade', RURAL: 'r rural zonarural campo' },
  TIPO_MEIO: {
    fibra: 'fibraoptica fibraotica ftth ftthgpon gpon epon optico otico',
    radio: 'wireless wifi semfio radiofrequencia viaradio',
    cabo_metalico: 'utp partrancado metalico adsl xdsl',
    cabo_coaxial: 'coaxial hfc cabocoaxial',
    satelite: 'vsat viasatelite',
  },
  TIPO_PRODUTO: {
    internet: 'bandalarga scm internetbandalarga',
    linha_dedicada: 'dedicado linkdedicado dedicada ip ipdedicado',
  },
  TIPO_TECNOLOGIA: {
    FTTH: 'fibra fibraoptica gpon epon ftthgpon',
    'Wi-Fi': 'radio wireless wifi',
    ETHERNET: 'utp',
  },
}

/** A mapping to begin with: what the header and the values tell; what cannot be told is left out. */
export function guessMapping({ header, records }: TextTable, asked: readonly ColumnName[], lookups: Lookups): Mapping {
  const taken = new Set<number>()
  const columns: Partial<Record<ColumnName, ColumnSource>> = {}
  const first = Array.from(records.slice(0, 500), ({ cells }) => cells)
  const valuesAt = (at: number) => first.map(cells => cells[at]?.trim() ?? '').filter(Boolean)
  const own: Readonly<Partial<Record<ColumnName, (value: string) => boolean>>> = {
    CNPJ: value => value.replace(/\W/g, '').toUpperCase().padStart(14, '0') === lookups.cnpj,
    ANO: value => value === String(lookups.year),
    MES: value => Number(value) === lookups.month,
  }
  for (const name of [...asked, 'UF'] as const) {
    const at = columnOf(name, header, taken)
    const isOwn = own[name]
    // A column of documents is of the clients more often than of the provider.
    if (at >= 0 && (!isOwn || valuesAt(at).every(isOwn))) {
      taken.add(at)
      columns[name] = { from: 'coluna', text: header[at] ?? '' }
    } else if (ofCollect.includes(name)) columns[name] = { from: 'coleta', text: '' }
    else if (name === 'ACESSOS') columns[name] = { from: 'linha', text: '' }
    else if (name === 'TIPO_PRODUTO' && lookups.tokens.TIPO_PRODUTO.includes('internet'))
      columns[name] = { from: 'valor', text: 'internet' }
  }
  const speeds = columns.VELOCIDADE?.from === 'coluna' ? valuesAt(header.indexOf(columns.VELOCIDADE.text)) : []
  return { columns, values: offered(columns, header, valuesAt, lookups), kbps: looksLikeKbps(speeds) }
}

function columnOf(name: ColumnName, header: readonly string[], taken: ReadonlySet<number>): number {
  const names = header.map((cell, at) => (taken.has(at) ? '' : bare(cell)))
  for (const synonym of synonyms[name]) {
    const at = names.indexOf(synonym)
    if (at >= 0) return at
  }
  const long = synonyms[name].filter(each => each.length > 4)
  return names.findIndex(cell => long.some(synonym => cell.startsWith(synonym)))
}

function offered(
  columns: Mapping['columns'],
  header: readonly string[],
  valuesAt: (at: number) => readonly string[],
  { tokens }: Lookups,
): readonly Translation[] {
  const known = (column: ColumnName): column is TokenColumn => column in tokens
  return Object.keys(words).flatMap(key => {
    const column = Object.keys(columns).find((name): name is ColumnName => name === key)
    const source = column && columns[column]
    if (!column || !known(column) || source?.from !== 'coluna') return []
    const distinct = [...new Set(valuesAt(header.indexOf(source.text)))]
    return distinct.flatMap(from => {
      if (tokens[column].some(token => bare(token) === bare(from))) return []
      const to = tokens[column].find(token => words[column]?.[token]?.split(' ').includes(bare(from)))
      return to ? [{ column, from, to }] : []
    })
  })
}

/** Nobody sells so many Mbps to all: old systems keep Kbps. */
function looksLikeKbps(values: readonly string[]): boolean {
  const numbers = values.filter(value => /^\d+$/.test(value)).map(Number)
  return (
    numbers.length > 0 &&
    numbers.every(each => each >= 256) &&
    numbers.some(each => each > 10_000 || each % 1_024 === 0)
  )
}
