import type { TaskTemplateDraft } from '#features/regulatory/tasks/tasks.ts'

/** What a consultancy of this kind has on its desk. Days are counted from the day the demonstration is loaded. */

/** What a consultancy looks into of each provider, and where. */
const lookedInto = [
  ['FUST e FUNTTEL', 'https://sistemas.anatel.gov.br/boleto/NadaConsta'],
  ['TFF e CFRP', 'https://sistemas.anatel.gov.br/boleto/NadaConsta'],
  ['Condecine', 'https://sad2.ancine.gov.br'],
  ['Processos abertos no SEI', 'https://sei.anatel.gov.br'],
  ['Procuração no SEI', 'https://sei.anatel.gov.br'],
  ['Situação no Simples Nacional', 'https://consopt.www8.receita.fazenda.gov.br/consultaoptantes'],
  ['Atestado da FENINFRA', null],
  ['Anuidade e responsável técnico no CREA ou CFT', null],
] as const

/** Templates of tasks of the demonstration's office. */
export const tasks: readonly TaskTemplateDraft[] = [
  {
    nome: 'Conferir Nada Consta e pendências',
    descricao: 'FUST, FUNTTEL, Condecine, CFRP e TFF. Guardar a certidão no cadastro do cliente.',
    recurrence: 'mensal',
    day: 27,
    competence: 'mesmo',
    link: 'https://sistemas.anatel.gov.br/boleto/NadaConsta',
    items: lookedInto.map(([name, link]) => ({ name, link })),
  },
  {
    nome: 'Enviar o arquivo mensal de acessos',
    descricao: 'Fica feita quando a coleta é enviada.',
    obligation: 'acessos',
    lead_days: 1,
  },
  { nome: 'Declarar o FUST do mês', descricao: 'Mesmo sem valor a recolher.', obligation: 'fust', lead_days: 2 },
  {
    nome: 'Enviar a coleta econômica do semestre',
    descricao: 'Os dias estão em Obrigações.',
    obligation: 'economico',
    lead_days: 7,
  },
  { nome: 'Pagar a TFF', descricao: 'Por estação licenciada.', obligation: 'tff', lead_days: 5 },
  {
    nome: 'Conferir estações no Mosaico',
    descricao: 'Comparar número, coordenadas e altura das antenas com o cadastro.',
    recurrence: 'anual',
    dates: [
      { month: 5, day: 29 },
      { month: 11, day: 30, opens_month: 11, opens_day: 3 },
    ],
    link: 'https://sistemas.anatel.gov.br/se',
    items: [
      { name: 'Números e coordenadas', link: null },
      { name: 'Altura das antenas', link: null },
    ],
  },
  {
    nome: 'Falar com o provedor sobre o mês',
    descricao: 'O que entregamos, o que falta e o que vence.',
    recurrence: 'ultimo-dia-util',
    competence: 'mesmo',
  },
  {
    nome: 'Renovar a procuração no SEI',
    descricao: 'Vale por dois anos; pedir a assinatura digital do representante.',
  },
]

/** Name, address, category, what it is for, and whether it opens in a tab of its own. */
export const links = [
  [
    'Coletas',
    'https://apps.anatel.gov.br/ColetaDados/',
    'anatel',
    'Envio dos arquivos mensais, com certificado digital.',
    true,
  ],
  ['Mosaico', 'https://sistemas.anatel.gov.br/se/', 'anatel', 'Estações: licenciamento, taxas e licenças.', true],
  ['SEI Anatel', 'https://sei.anatel.gov.br/', 'anatel', 'Peticionamento, procurações e pesquisa de processos.', false],
  [
    'Nada consta',
    'https://sistemas.anatel.gov.br/boleto/NadaConsta/',
    'anatel',
    'FUST, FUNTTEL, CFRP e TFF em aberto.',
    true,
  ],
  [
    'Painéis de dados',
    'https://informacoes.anatel.gov.br/paineis/',
    'anatel',
    'Acessos publicados por município.',
    true,
  ],
  ['Cobranças da ANCINE', 'https://sad2.ancine.gov.br/', 'receita-federal', 'Condecine, por CNPJ e fistel.', true],
  ['Consulta de CNPJ', 'https://solucoes.receita.fazenda.gov.br/servicos/cnpjreva/', 'receita-federal', null, true],
  [
    'Simples Nacional',
    'https://consopt.www8.receita.fazenda.gov.br/consultaoptantes',
    'receita-federal',
    'Se o provedor é optante.',
    true,
  ],
  ['SINCETI', 'https://sinceti.net.br/', 'conselhos-de-classe', 'TRT e anuidade de técnicos.', true],
  ['CREA: ART', 'https://www.confea.org.br/', 'conselhos-de-classe', null, true],
  [
    'Municípios do IBGE',
    'https://www.ibge.gov.br/explica/codigos-dos-municipios.php',
    'ferramentas',
    'Códigos dos municípios.',
    true,
  ],
  ['Feriados bancários', 'https://feriadosbancarios.febraban.org.br/', 'ferramentas', 'Para os vencimentos.', true],
] as const
/** How often the team opened each of the first ones, and the one that stopped answering, with how many days ago. */
export const linkUses = [41, 12, 27, 9, 3]
export const lostLink = ['SINCETI', 5] as const

export const prospects = [
  [
    'Vento Norte Internet Ltda',
    'Vento Norte',
    '94521873',
    'Patrícia Gomes',
    '+5584991234567',
    0,
    'Pediu proposta de assessoria completa; volta a falar em janeiro.',
  ],
  [
    'Conecta Serra Telecom Ltda',
    'Conecta Serra',
    '67733164',
    'Marcos Azevedo',
    '+5554992345678',
    1,
    'Sem outorga ainda: quer começar pelo SCM.',
  ],
  ['Ilha Bela Fibra Óptica Ltda ME', 'Ilha Bela Fibra', '31908452', 'Renata Prado', '+5512993456789', 0, null],
  [
    'Sertão Digital Provedor Ltda',
    'Sertão Digital',
    '46160739',
    'José Aldo Ferreira',
    '+5587994567890',
    1,
    'Indicado pela Araripe Fibra.',
  ],
] as const

export const sites = ['POP Centro', 'Torre da Serra', 'Torre Norte', 'POP Industrial', 'Torre do Mirante'] as const

/** What happened at stations, and how many days ago: the first three at one. */
export const stationStories = [
  ['Raio queimou a fonte do rádio. Trocada no mesmo dia; o enlace voltou às 19h.', 210],
  ['Vistoria da Anatel: pediram a placa com o número da estação no portão. Placa posta.', 96],
  ['Reaperto da torre e pintura das faixas. Fotos guardadas aqui.', 12],
  ['O proprietário do terreno trocou o cadeado: a chave nova está com o Marcos.', 33],
  ['Gerador testado com carga por duas horas, sem queda.', 58],
  ['Antena realinhada depois do vento: sinal de -71 para -58 dBm.', 5],
] as const

/** Name, bank, agency and account. */
/** Each company's: the first of the first, and so on. */
export const accounts = [
  {
    name: 'Banco do Brasil · Meridiano',
    bank: 1,
    agency: '2934',
    agency_digit: '8',
    account: '45120',
    account_digit: '6',
    wallet: '17',
    agreement: '3128400',
    wallet_variation: '019',
    address: 'Av. São João, 2200, sala 41, Jardim das Colinas, São José dos Campos/SP, CEP 12242-000',
    pix_kind: 'email',
    pix_key: 'pix@meridiano.example',
  },
  {
    name: 'Sicoob · Farol',
    bank: 756,
    agency: '4117',
    agency_digit: '0',
    account: '90233',
    account_digit: '1',
    wallet: '1',
    agreement: '902331',
    address: 'Rua Dr. Emílio Ribas, 310, Centro, Taubaté/SP, CEP 12020-010',
    pix_kind: 'email',
    pix_key: 'financeiro@farol.example',
  },
] as const

/** Particularities that some clients have and others do not: name and description. */
export const particularities = [
  ['Rede compartilhada com vizinho', 'Parte dos postes e das torres é de outra prestadora: guardar o contrato.'],
  ['Atende órgão público', 'Contratos por licitação: pedir a certidão da Anatel todo mês.'],
] as const

/** What was written of the last coleta of a client, by its place in the list. */
export const notes: Readonly<Record<number, string>> = {
  1: 'Versão corrigida enviada: faltava um tipo de acesso. Recibo conferido.',
  4: 'Confirmar com o provedor se a base foi limpa antes de finalizar.',
  16: 'Dez vezes os acessos do mês anterior: pedir a planilha de novo.',
  29: 'Velocidades em Kbps: corrigir para Mbps com o cliente.',
}
