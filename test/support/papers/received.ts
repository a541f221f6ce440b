import { made, type MadePaper } from './paper.ts'

/** Ten papers that say only that something came in. */
export const receivedPapers: readonly MadePaper[] = [
  made('recebido', 'coletas-comprovante', 'coletas', [
    'COMPROVANTE DE ENVIO',
    'Arquivo: acessos-072026.csv',
    'Enviado em 12/08/2026 09:38 por Maria Souza',
    'Situação: aguardando processamento',
  ]),
  made('recebido', 'sei-recibo', 'sei', [
    'RECIBO ELETRÔNICO DE PROTOCOLO',
    'Usuário externo: Maria Souza',
    'Data e horário: 12/08/2026 09:38:12',
    'Tipo de peticionamento: intercorrente',
    'Documentos protocolados: Coleta de acessos julho 2026 (SEI nº 1234567)',
    'O usuário externo acima declara que o conteúdo é verdadeiro, sob pena de responsabilização.',
  ]),
  made('recebido', 'tela-fila', 'tela', [
    'Seu arquivo está na fila. Posição: 38',
    'Você será avisado por e-mail quando o processamento terminar.',
  ]),
  made('recebido', 'email-acusamos', 'email', [
    'Acusamos o recebimento do arquivo acessos-072026.csv em 12/08/2026 às 09:38.',
    'O arquivo será analisado e o resultado comunicado por este mesmo canal.',
    'Esta mensagem é automática, favor não responder.',
  ]),
  made('recebido', 'fust-transmitida', 'fust', [
    'RECIBO DE ENTREGA DA DECLARAÇÃO',
    'Declaração transmitida em 10/08/2026 às 14:02.',
    'Receita operacional bruta: R$ 124.000,00',
  ]),
  made('recebido', 'funttel-entrega', 'funttel', [
    'Comprovante de entrega da declaração mensal',
    'Entregue em 10/08/2026',
    'Este comprovante não vale como prova de recolhimento.',
  ]),
  made('recebido', 'tela-upload', 'tela', [
    'Upload concluído.',
    'O resultado da validação será enviado por e-mail em até 24 horas.',
  ]),
  made('recebido', 'coletas-legenda', 'coletas', [
    'Comprovante de envio de arquivo',
    'Situação atual: Em processamento',
    'Situações possíveis: Em processamento, Processado, Rejeitado, Processado com erros.',
    'Enviado em: 12/08/2026',
  ]),
  made('recebido', 'coletas-ressalva-legal', 'coletas', [
    'RECIBO DE ENVIO Nº 55310',
    'Arquivo enviado com sucesso em 12/08/2026.',
    'O envio não implica aceitação dos dados, que poderão ser rejeitados caso apresentem inconsistências.',
  ]),
  made('recebido', 'acentos-recebido', 'coletas', [
    'Comprovante de recep\u{fffd}\u{fffd}o',
    'O arquivo foi recepcionado em 12/08/2026 e aguarda an\u{fffd}lise.',
  ]),
]
