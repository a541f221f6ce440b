/**
 * What the columns of the regulator's files of stations are called: Mosaico's register, the open data of licences, and the
 * yearly files of infrastructure, the current and the older. The surest names first.
 */
export const stationWords = {
  number: [
    'NumEstacao',
    'NU_ESTACAO_BDTA_ANATEL',
    'NUMESTACAO',
    'Número da Estação',
    'Número Estação',
    'Nº da Estação',
    'Nº Estação',
    'Num Estação',
    'Estação',
  ],
  name: ['ID_ESTACAO', 'Nome da Estação', 'NomeEstacao', 'ID'],
  document: ['CNPJ', 'CNPJ ou CPF', 'CPF/CNPJ', 'NumCnpjCpf', 'CNPJ da Entidade'],
  fistel: ['NumFistel', 'Fistel', 'Número do Fistel', 'Nº do Fistel', 'Número Fistel'],
  entity: ['NomeEntidade', 'Nome da Entidade', 'Entidade', 'Empresa Estação', 'Prestadora', 'Razão Social'],
  lat: ['Latitude', 'Latitude decimal', 'LAT'],
  lng: ['Longitude', 'Longitude decimal', 'LONG', 'LNG'],
  city: ['CodMunicipio', 'CO_MUNICIPIO_IBGE', 'COD_IBGE', 'Código do Município', 'Código IBGE'],
  uf: ['SiglaUf', 'UF'],
  address: ['EnderecoEstacao', 'ENDERECO', 'Endereço da Estação'],
  complement: ['EndComplemento'],
  opening: ['SN_ABERTURA', 'ABERTURA'],
  type: ['TP_ESTACAO', 'Tipo da Estação'],
  act: ['NumAto', 'Número do Ato'],
  station_class: ['CodTipoClasseEstacao', 'Classe da Estação'],
  structure: ['ClassInfraFisica'],
  structure_shared: ['CompartilhamentoInfraFisica'],
  medium: ['meioAcesso'],
  technology: ['Tecnologia', 'tipoTecnologia'],
  first_licensed_on: ['DataPrimeiroLicenciamento', 'Data Primeiro Licenciamento'],
  licensed_on: ['DataLicenciamento', 'Data Licenciamento'],
  valid_until: ['DataValidade', 'Data Validade', 'Validade'],
  state: ['Situacao', 'Situação da Estação', 'SituacaoEstacao', 'Situação da Licença', 'Status da Estação', 'Status'],
} as const satisfies Readonly<Record<string, readonly string[]>>
