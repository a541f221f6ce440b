/** Mail that came in, as the tray has it on a working day. Times are hours before the demonstration is loaded. */
export interface DemoMail {
  readonly hoursAgo: number
  readonly from: readonly [name: string, address: string]
  readonly subject: string
  readonly state: 'bandeja' | 'recusada' | 'devolucao' | 'descartada'
  readonly why: string
  readonly text: string
  readonly quoted?: string
  readonly files?: readonly string[]
  /** Place of its client among the providers, where it is known. */
  readonly client?: number
  /** Headers besides the usual ones. */
  readonly headers?: readonly string[]
}

export const post: readonly DemoMail[] = [
  {
    hoursAgo: 3,
    from: ['Marcos Tadeu', 'marcos.tadeu@redeserrana.example'],
    subject: 'Orçamento para regularizar a outorga',
    state: 'bandeja',
    why: 'Não conhecemos marcos.tadeu@redeserrana.example.',
    text: 'Bom dia.\n\nSomos um provedor novo, com uns 900 assinantes em fibra, e ainda não temos a outorga do SCM. Vocês cuidam disso? Quanto tempo leva e quanto custa?\n\nO contrato social segue anexo.',
    quoted: '-- \nMarcos Tadeu\nRede Serrana Telecom\n(24) 99812-4410',
    files: ['contrato-social.pdf'],
  },
  {
    hoursAgo: 6,
    from: ['Financeiro', 'financeiro@valeaguasfibra.example'],
    subject: 'Boleto de novembro',
    state: 'bandeja',
    why: 'financeiro@valeaguasfibra.example é um contato de um cliente, que não tem acesso ao sistema.',
    text: 'Oi, pessoal. Não achei o boleto de novembro no e-mail. Podem mandar de novo?',
    client: 0,
  },
  {
    hoursAgo: 20,
    from: ['Helena Prado', 'helena.prado@gmail.example'],
    subject: 'Re: Resposta no chamado: Planilha recusada por causa do código do IBGE',
    state: 'bandeja',
    why: 'O endereço de resposta é só de Helena, e quem escreveu foi helena.prado@gmail.example.',
    text: 'Respondo do meu e-mail pessoal porque o da empresa está fora. Já corrigi o código e mandei a planilha de novo.',
    quoted:
      'Em ter., Meridiano <suporte@outorga.example> escreveu:\n> O código na planilha tem seis dígitos; o da Anatel tem sete.',
  },
  {
    hoursAgo: 26,
    from: ['Helena Prado', 'helena@valeaguasfibra.example'],
    subject: 'Resposta automática: férias',
    state: 'recusada',
    why: 'É uma resposta automática (Auto-Submitted). Ninguém é respondido.',
    text: 'Estou de férias até dia 30. Para assuntos urgentes, fale com o Financeiro.',
    headers: ['Auto-Submitted: auto-replied'],
  },
  {
    hoursAgo: 49,
    from: ['Mail Delivery System', 'mailer-daemon@mx.valeaguasfibra.example'],
    subject: 'Undelivered Mail Returned to Sender',
    state: 'devolucao',
    why: '“Lembrete da coleta” não chegou a compras@valeaguasfibra.example: 550 5.1.1 user unknown',
    text: 'This is the mail system. Your message could not be delivered.',
    headers: ['Auto-Submitted: auto-replied'],
  },
  {
    hoursAgo: 73,
    from: ['Ofertas', 'promo@antenasbaratas.example'],
    subject: 'Antenas com 40% de desconto só hoje',
    state: 'descartada',
    why: 'Não conhecemos promo@antenasbaratas.example.',
    text: 'Aproveite a liquidação de antenas setoriais.',
  },
]
