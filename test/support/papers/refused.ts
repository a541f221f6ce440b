import { made, type MadePaper } from './paper.ts'

/** Twenty refusals, in words of everybody who writes one. */
export const refusedPapers: readonly MadePaper[] = [
  made('recusado', 'coletas-criticas', 'coletas', [
    'Resultado da análise do arquivo',
    'O arquivo não passou na validação.',
    'Críticas impeditivas: 12',
    'Linha 14: código IBGE 9999999 não existe.',
    'Linha 27: velocidade zero.',
    'Corrija o arquivo e envie novamente até o dia 15.',
  ]),
  made('recusado', 'email-lamentamos', 'email', [
    'Lamentamos informar que não foi possível concluir a carga do arquivo enviado.',
    'Motivo: estrutura do arquivo fora do leiaute vigente (esperadas 11 colunas, encontradas 9).',
    'Pedimos que o arquivo seja refeito e transmitido outra vez.',
    'Atenciosamente,',
    'Equipe Coletas',
  ]),
  made('recusado', 'tela-devolvido', 'tela', [
    'Arquivo    Data de envio    Situação',
    'acessos-072026.csv    12/08/2026 09:38    DEVOLVIDO PARA CORREÇÃO',
    'Ver detalhes    Baixar comprovante',
  ]),
  made('recusado', 'coletas-abortada', 'coletas', [
    'Recebido em: 12/08/2026 09:38',
    'Situação da carga: ABORTADA',
    'Detalhe: falha na linha 37, município inexistente na UF informada.',
  ]),
  made('recusado', 'sei-despacho', 'sei', [
    'DESPACHO DECISÓRIO Nº 412/2026',
    'Trata-se da coleta de acessos protocolada em 12/08/2026.',
    'Considerando que os dados foram apresentados fora do prazo e sem assinatura do representante legal,',
    'decido por não acolher a entrega e determino nova apresentação em 5 dias.',
  ]),
  made('recusado', 'email-descartada', 'email', [
    'A remessa acima foi descartada pelo sistema.',
    'Causa provável: já existe uma remessa idêntica para o mesmo CNPJ e mês.',
    'Nada do que foi enviado hoje entrou na base.',
  ]),
  made('recusado', 'coletas-reprovado', 'coletas', [
    'Etapa 1 - Recepção: concluída',
    'Etapa 2 - Leiaute: concluída',
    'Etapa 3 - Consistência: REPROVADO',
    'Acesse o relatório de consistência para ver o que ajustar.',
  ]),
  made('recusado', 'fust-nao-localizado', 'fust', [
    'Comprovante de situação da declaração',
    'Valor devido: R$ 1.240,00',
    'Pagamento não localizado até 12/08/2026.',
    'Débito em aberto, sujeito a multa e juros.',
  ]),
  made('recusado', 'funttel-estornado', 'funttel', [
    'Comprovante de transação bancária',
    'Data: 10/08/2026  Valor: R$ 620,00',
    'Lançamento estornado em 11/08/2026 por divergência de código de barras.',
  ]),
  made('recusado', 'sei-sem-efeito', 'sei', [
    'CERTIDÃO',
    'Certifico que a coleta protocolada em 12/08/2026 foi tornada sem efeito,',
    'por ter sido assinada por pessoa sem procuração nos autos.',
  ]),
  made('recusado', 'ocr-nao-aceito', 'coletas', [
    'C0MPR0VANTE DE ENVI0',
    'Data do envi0: 12/08/2026',
    'Resultad0: arquiv0 NA0 ACE1TO',
    'Layout inc0mpativel c0m o serv1ço',
  ]),
  made('recusado', 'acentos-perdidos', 'coletas', [
    'Situa\u{fffd}\u{fffd}o: N\u{fffd}O VALIDADO',
    'Observa\u{fffd}\u{fffd}o: verifique o cabe\u{fffd}alho e refa\u{fffd}a a transmiss\u{fffd}o',
  ]),
  made('recusado', 'coletas-zero-de', 'coletas', [
    'Resumo do processamento',
    '0 de 120 registros aproveitados.',
    'Arquivo: acessos-072026.csv, enviado em 12/08/2026',
  ]),
  made('recusado', 'tela-interrompida', 'tela', [
    'Transmissão interrompida. Nenhum dado foi gravado.',
    'Tente novamente mais tarde. Código: 504',
  ]),
  made('recusado', 'coletas-falha-importacao', 'coletas', [
    'Falha na importação: cabeçalho desconhecido na coluna 7 (TIPO_PRODUTO).',
    'Arquivo acessos-072026.csv recebido às 09:38 de 12/08/2026.',
  ]),
  made('recusado', 'email-negada', 'email', [
    'A carga do arquivo acessos-072026.csv foi negada.',
    'A prestadora não tem outorga vigente para o serviço informado no arquivo.',
    'Dúvidas: coletas@anatel.gov.br',
  ]),
  made('recusado', 'palavra-quebrada', 'coletas', [
    'Informamos que o arquivo enviado em 12/08/2026 foi repro-',
    'vado na conferência automática dos dados, pelo que não',
    'produz efeito como entrega da competência.',
  ]),
  made('recusado', 'fust-banco', 'fust', [
    'Banco Exemplo S.A. - Comprovante de pagamento de convênios',
    'Convênio: FUST  Valor: R$ 1.240,00  Data: 10/08/2026',
    'TRANSAÇÃO NÃO EFETIVADA',
    'Saldo insuficiente na conta 12345-6.',
  ]),
  made('recusado', 'tabela-gravados-zero', 'coletas', [
    'Registros',
    'Lidos Gravados Ignorados',
    '120 0 120',
    'Fim do relatório',
  ]),
  made('recusado', 'sei-nao-conheco', 'sei', [
    'Pelo exposto, NÃO CONHEÇO da entrega apresentada, por ilegitimidade do subscritor,',
    'e determino o arquivamento dos autos.',
    'Recibo de publicação emitido em 14/08/2026.',
  ]),
]
