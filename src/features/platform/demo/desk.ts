/** Conversations of the desk for tickets, as they are on a working day. Times are hours before the demonstration is loaded. */
export interface DemoTicket {
  readonly name: string
  readonly module: string
  readonly type: string
  readonly state: 'em-aberto' | 'aguardando-cliente' | 'finalizado'
  /** Place of its client among the providers; the first one's person enters the demonstration. */
  readonly client: number
  /** The index of the person in charge, among the people of the office. */
  readonly owner: number | null
  readonly team: string | null
  readonly priority: 'baixa' | 'normal' | 'alta' | 'urgente'
  readonly tie?: 'station' | 'bill' | 'collect'
  /** Days until its owner wants to come back to it. */
  readonly remindIn?: number
  /** What is to be done in it; of these so many are done. */
  readonly steps?: { readonly of: readonly DemoStep[]; readonly done: number }
  readonly said: readonly DemoWords[]
}
type DemoStep = readonly [name: string, required: boolean]
interface DemoWords {
  readonly by: 'client' | 'team' | 'note'
  readonly hoursAgo: number
  readonly text: string
  /** The indexes of the staff member who writes and of the one who is called. */
  readonly from?: number
  readonly calls?: number
  readonly file?: readonly [name: string, content: string]
  readonly byMail?: true
}

export const ticketTeams = ['Regulatório', 'Projetos de rede', 'Financeiro']

export const textModules = [
  [
    'Recebemos',
    'recebemos',
    '{{ saudacao }}, {{ pessoa.primeiro_nome }}.\n\nRecebemos o chamado {{ chamado.numero }} e já estamos olhando. Voltamos com uma resposta ainda hoje.',
  ],
  [
    'Pedir a planilha de novo',
    'planilha',
    '{{ saudacao }}, {{ pessoa.primeiro_nome }}.\n\nPara a coleta {{ competencia }} de {{ cliente.nome }} precisamos da planilha com o código de sete dígitos do município. Pode enviar por aqui?',
  ],
  [
    'Encerrar',
    'encerrar',
    'Como está tudo certo, vou dar o chamado {{ chamado.numero }} por resolvido. Se faltar alguma coisa, é só reabrir.\n\n{{ eu.nome }}',
  ],
] as const

const licensing: readonly DemoStep[] = [
  ['Pedir coordenadas, altura da torre e equipamentos', true],
  ['Ver se a torre já é de outro cliente', true],
  ['Pedir a ART ao responsável técnico', true],
  ['Licenciar no Mosaico e guardar a licença em Documentos', true],
  ['Avisar o cliente do vencimento', false],
]

export const ticketTemplates = [
  {
    name: 'Licenciar uma estação',
    audience: 'equipe',
    title: 'Licenciamento de estação',
    module: 'estacoes',
    type: 'solicitacao',
    team: 'projetos-de-rede',
    priority: 'alta',
    content:
      'Para licenciar a estação de {{ cliente.nome }} precisamos das coordenadas, da altura da torre e do modelo dos equipamentos.',
    steps: licensing,
  },
  {
    name: 'Segunda via de boleto',
    audience: 'todos',
    title: 'Segunda via de boleto',
    module: 'financeiro',
    type: 'solicitacao',
    team: 'financeiro',
    priority: 'normal',
    content: 'Preciso da segunda via do boleto de {{ cliente.nome }}, com vencimento para o dia ',
    steps: [],
  },
] as const

export const ticketMacros = [
  {
    name: 'Recebi e estou vendo',
    kind: 'resposta',
    content:
      '{{ saudacao }}, {{ pessoa.primeiro_nome }}.\n\nRecebi o chamado {{ chamado.numero }} e já estou olhando. Volto com uma resposta ainda hoje.\n\n{{ eu.nome }}',
    mine: true,
  },
  {
    name: 'Cobrar retorno em 3 dias',
    kind: 'resposta',
    content:
      '{{ saudacao }}, {{ pessoa.primeiro_nome }}.\n\nPara seguir com o chamado {{ chamado.numero }} falta o que pedimos acima. Assim que chegar, continuamos daqui.',
    turn: 'aguardar',
    remind_in: 3,
  },
] as const

export const tickets: readonly DemoTicket[] = [
  {
    name: 'Planilha recusada por causa do código do IBGE',
    module: 'coletas',
    type: 'erro',
    state: 'aguardando-cliente',
    client: 0,
    owner: 1,
    team: 'regulatorio',
    priority: 'alta',
    tie: 'collect',
    said: [
      {
        by: 'client',
        hoursAgo: 50,
        text: 'O arquivo volta com o município de {cidade} recusado. Segue o que mandamos em {mes}.',
        file: ['acessos-recusados.csv', 'CNPJ;ANO;MES;COD_IBGE;ACESSOS\r\n;2026;10;355410;1284\r\n'],
      },
      {
        by: 'note',
        hoursAgo: 48,
        from: 1,
        calls: 2,
        text: '@Camila Duarte é o mesmo erro do mês passado: o sistema deles corta o último dígito. Vale pedir a correção na origem, e não só no arquivo.',
      },
      { by: 'note', hoursAgo: 47, from: 2, text: 'Falei com o suporte do ERP deles. Corrigem na próxima atualização.' },
      {
        by: 'team',
        hoursAgo: 46,
        from: 1,
        text: 'O código na planilha tem seis dígitos; o da Anatel tem sete. Corrija para {ibge} e envie de novo, por aqui ou na própria coleta.',
      },
    ],
  },
  {
    name: 'Segunda via do boleto de {mes}',
    module: 'financeiro',
    type: 'solicitacao',
    state: 'em-aberto',
    client: 0,
    owner: null,
    team: 'financeiro',
    priority: 'normal',
    tie: 'bill',
    said: [
      {
        by: 'client',
        hoursAgo: 3,
        text: 'Preciso da segunda via com vencimento para o dia 20. Pode ser por e-mail.',
        byMail: true,
      },
    ],
  },
  {
    name: 'Licença da torre da serra',
    module: 'estacoes',
    type: 'duvida',
    state: 'finalizado',
    client: 0,
    owner: 1,
    team: 'projetos-de-rede',
    priority: 'normal',
    tie: 'station',
    said: [
      { by: 'client', hoursAgo: 240, text: 'A licença dessa estação vence quando?' },
      {
        by: 'team',
        hoursAgo: 236,
        from: 1,
        text: 'Em oito meses. Renovamos com noventa dias de antecedência, e avisamos.',
      },
      { by: 'client', hoursAgo: 230, text: 'Perfeito, obrigada.' },
    ],
  },
  {
    name: 'Novo ponto de presença em {cidade}',
    module: 'estacoes',
    type: 'solicitacao',
    state: 'em-aberto',
    client: 6,
    owner: 1,
    team: 'projetos-de-rede',
    priority: 'urgente',
    steps: { of: licensing, done: 1 },
    said: [
      { by: 'client', hoursAgo: 52, text: 'Vamos ativar uma torre no mês que vem. O que é preciso para licenciar?' },
      {
        by: 'note',
        hoursAgo: 50,
        from: 1,
        text: 'Ver se a torre não é a que a Serra Clara já usa: se for, é compartilhamento.',
      },
    ],
  },
  {
    name: 'Diferença no FUST de {antes}',
    module: 'financeiro',
    type: 'duvida',
    state: 'finalizado',
    client: 9,
    owner: 2,
    team: 'financeiro',
    priority: 'baixa',
    said: [
      { by: 'client', hoursAgo: 192, text: 'O valor ficou maior do que o do mês passado.' },
      {
        by: 'team',
        hoursAgo: 190,
        from: 2,
        text: 'O faturamento subiu e o ICMS ficou igual: a base cresceu. Está certo.',
      },
      { by: 'client', hoursAgo: 170, text: 'Entendido, obrigado.' },
    ],
  },
  {
    name: 'Troca do responsável pelas coletas',
    module: 'cadastros',
    type: 'solicitacao',
    state: 'em-aberto',
    client: 12,
    owner: 0,
    team: null,
    priority: 'normal',
    said: [
      { by: 'client', hoursAgo: 26, text: 'A partir de agora quem envia é a Fernanda. Podem mudar o acesso?' },
      { by: 'team', hoursAgo: 25, from: 0, text: 'Podemos. Qual é o e-mail dela?' },
      { by: 'client', hoursAgo: 1, text: 'fernanda@lagoazul.example' },
    ],
  },
  {
    name: 'Enlace com a operadora vizinha',
    module: 'enlaces',
    type: 'duvida',
    state: 'aguardando-cliente',
    client: 15,
    owner: 2,
    team: 'projetos-de-rede',
    priority: 'normal',
    remindIn: 4,
    said: [
      { by: 'client', hoursAgo: 120, text: 'O enlace é compartilhado. Quem licencia?' },
      {
        by: 'team',
        hoursAgo: 118,
        from: 2,
        text: 'Cada ponta licencia a sua estação; o enlace entra no cadastro dos dois. Quem é a outra ponta?',
      },
    ],
  },
  {
    name: 'Sugestão: aviso antes do dia 12',
    module: 'coletas',
    type: 'sugestao',
    state: 'finalizado',
    client: 18,
    owner: null,
    team: null,
    priority: 'baixa',
    said: [
      { by: 'client', hoursAgo: 500, text: 'Um lembrete por e-mail no dia 8 ajudaria.' },
      { by: 'team', hoursAgo: 480, from: 1, text: 'Anotado, vai para a próxima versão.' },
    ],
  },
]
