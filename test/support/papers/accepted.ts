import { made, type MadePaper } from './paper.ts'

/** Twenty papers that say that all was taken, many with words of refusals that mean none. */
export const acceptedPapers: readonly MadePaper[] = [
  made('aceito', 'coletas-sucesso', 'coletas', [
    'COMPROVANTE DE PROCESSAMENTO',
    'Situação: PROCESSADO COM SUCESSO',
    'Processado em 12/08/2026',
  ]),
  made(
    'aceito',
    'coletas-sem-erros',
    'coletas',
    ['Arquivo processado sem erros.', '120 registros gravados em 12/08/2026.'],
    120,
  ),
  made(
    'aceito',
    'coletas-erros-zero',
    'coletas',
    [
      'Situação: Aceito',
      'Total de registros: 120',
      'Registros aceitos: 120',
      'Registros com erro: 0',
      'Registros rejeitados: 0',
    ],
    120,
  ),
  made(
    'aceito',
    'coletas-tabela',
    'coletas',
    ['Lidos Aceitos Rejeitados', '120 120 0', 'Arquivo aceito em 12/08/2026.'],
    120,
  ),
  made('aceito', 'email-nenhuma-rejeicao', 'email', [
    'O arquivo enviado foi validado e incorporado à base. Nenhuma rejeição foi registrada.',
    'Caso identifique algum erro, envie um arquivo retificador pelo mesmo sistema.',
  ]),
  made('aceito', 'coletas-legenda-aceito', 'coletas', [
    'Situação: Aceito',
    'Legenda: Aceito = dados incorporados; Recusado = dados devolvidos; Pendente = em análise.',
  ]),
  made('aceito', 'coletas-caixas', 'coletas', [
    'Resultado da conferência',
    '(X) Aceito  (  ) Aceito com ressalvas  (  ) Recusado',
    'Conferido em 12/08/2026',
  ]),
  made('aceito', 'tela-verde', 'tela', [
    'Arquivo    Data de envio    Situação',
    'acessos-072026.csv    12/08/2026 09:38    Processado',
    'Não há pendências para este CNPJ.',
  ]),
  made('aceito', 'sei-acolho', 'sei', [
    'DESPACHO Nº 77/2026',
    'Acolho a coleta apresentada em 12/08/2026, que atende a todas as exigências do regulamento.',
    'Não foram encontradas inconsistências.',
  ]),
  made('aceito', 'sei-homologo', 'sei', [
    'DESPACHO DECISÓRIO Nº 31/2026',
    'Homologo os dados apresentados, sem ressalvas.',
    'Publique-se.',
  ]),
  made('aceito', 'fust-paga', 'fust', [
    'Situação da declaração: PAGA',
    'Valor devido: R$ 1.240,00',
    'Valor pago: R$ 1.240,00 em 10/08/2026',
    'Saldo devedor: R$ 0,00',
  ]),
  made('aceito', 'fust-banco-efetuado', 'fust', [
    'Banco Exemplo S.A. - Comprovante de pagamento',
    'Pagamento efetuado com sucesso em 10/08/2026. Valor: R$ 1.240,00',
    'Autenticação: 8F3A.11C2.09BB.7E10',
    'Em caso de não reconhecimento, procure a sua agência.',
  ]),
  made('aceito', 'funttel-quitada', 'funttel', [
    'Guia quitada em 31/08/2026',
    'Valor recolhido: R$ 620,00',
    'Multa: R$ 0,00  Juros: R$ 0,00',
    'Não constam débitos em aberto.',
  ]),
  made('aceito', 'coletas-motivo-vazio', 'coletas', [
    'Situação do arquivo: Processado',
    'Motivo da rejeição: -',
    'Críticas: nenhuma',
    'Alertas: 0',
  ]),
  made('aceito', 'ocr-processado', 'coletas', ['Situaçao: PR0CESSAD0 C0M SUCESS0', 'Err0s: 0', 'Data: 12/08/2026']),
  made('aceito', 'acentos-aceito', 'coletas', [
    'Situa\u{fffd}\u{fffd}o: ACEITO',
    'N\u{fffd}o houve rejei\u{fffd}\u{fffd}es.',
  ]),
  made('aceito', 'nome-da-prestadora', 'coletas', [
    'Razão social: Falha Zero Internet Sem Erro Ltda',
    'Endereço: Rua da Recusa, 12, Bairro Pendente',
    'Situação: Processado com sucesso',
  ]),
  made('aceito', 'email-confirmamos', 'email', [
    'Confirmamos que os dados de acessos foram processados com êxito em 12/08/2026.',
    'Guarde este e-mail: ele substitui o comprovante, que só é cancelado se outro arquivo for enviado.',
  ]),
  made(
    'aceito',
    'coletas-120-de-120',
    'coletas',
    ['120 de 120 registros processados', 'Nenhum registro foi descartado ou ficou pendente.'],
    120,
  ),
  made('aceito', 'tela-validado', 'tela', [
    'Arquivo validado e aprovado.',
    'Situação: Concluído',
    'Erros (0)    Avisos (0)',
  ]),
]
