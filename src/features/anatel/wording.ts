import type { ColumnName, TokenColumn } from '#features/anatel/layouts.ts'

/** What systems of providers call each column, the surest name first; compared without case, accents or punctuation. */
export const columnWords: Readonly<Record<ColumnName, readonly string[]>> = {
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

/** What people write for what Anatel's tables have, apart by spaces. */
export const tokenWords: Readonly<Record<TokenColumn, Readonly<Record<string, string>>>> = {
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
