import { made, type MadePaper } from './paper.ts'

/** Ten papers of which a part was taken and a part was not. */
export const partlyPapers: readonly MadePaper[] = [
  made(
    'parcial',
    'coletas-108-de-120',
    'coletas',
    [
      'Resultado: 108 de 120 registros gravados.',
      '12 registros descartados:',
      'Linha 14: código IBGE inexistente',
      'Linha 27: velocidade fora da faixa',
    ],
    120,
  ),
  made('parcial', 'coletas-ressalvas', 'coletas', [
    'Data do processamento: 12/08/2026',
    'Situação: PROCESSADO COM RESSALVAS',
    'Veja as ressalvas no relatório anexo.',
  ]),
  made('parcial', 'email-exceto', 'email', [
    'O arquivo foi aceito, exceto as linhas 14, 27 e 33, cujo código de município não existe.',
    'As demais linhas já constam da base.',
  ]),
  made('parcial', 'tela-municipios', 'tela', [
    'Município    Acessos    Situação',
    'Taubaté/SP    812    Processado',
    'Ubatuba/SP    40    Erro: tecnologia não informada',
    'Caçapava/SP    233    Processado',
  ]),
  made(
    'parcial',
    'coletas-aproveitados',
    'coletas',
    ['Total de registros: 120', 'Registros aproveitados: 105', 'Registros ignorados: 15'],
    120,
  ),
  made('parcial', 'email-nao-lidas', 'email', [
    'A maior parte dos dados enviados em 12/08/2026 foi incorporada à base.',
    '7 linhas não puderam ser lidas e precisam ser reapresentadas.',
  ]),
  made('parcial', 'sei-em-parte', 'sei', [
    'DESPACHO Nº 98/2026',
    'Acolho em parte a entrega de 12/08/2026: os dados de Taubaté ficam validados;',
    'os de Ubatuba devem ser refeitos.',
  ]),
  made('parcial', 'fust-a-menor', 'fust', [
    'Comprovante de recolhimento',
    'Valor devido: R$ 1.240,00',
    'Valor pago: R$ 1.000,00 em 10/08/2026',
    'Saldo devedor: R$ 240,00',
  ]),
  made(
    'parcial',
    'coletas-colunas',
    'coletas',
    ['Registros lidos', 'Registros aceitos', 'Registros rejeitados', '120', '117', '3'],
    120,
  ),
  made('parcial', 'tela-parte-dos-dados', 'tela', [
    'Apenas parte dos dados foi processada.',
    'Linhas com problema: 4',
    'Baixe o arquivo de retorno para ver quais.',
  ]),
]
