export interface News {
  readonly title: string
  readonly audience: 'equipe' | 'clientes' | 'todos'
  readonly category: 'anatel' | 'prazos' | 'sistema' | 'equipe'
  /** Days before today it was published. */
  readonly daysAgo: number
  /** HTML of the editor. */
  readonly content: string
  /** Read and confirmed: within so many days from today, by these of the people, by their places, already. */
  readonly mandatory?: {
    readonly within: number
    readonly confirmed: readonly number[]
    readonly opened: readonly number[]
  }
  /** Only for this profile. */
  readonly profile?: 'colaborador'
  /** Days from today on which it is published, and ends. */
  readonly publishIn?: number
  readonly endsIn?: number
  readonly draft?: true
}

export const news: readonly News[] = [
  {
    title: 'Cuidado com os dados dos clientes: regras da casa',
    audience: 'equipe',
    category: 'equipe',
    daysAgo: 4,
    mandatory: { within: 5, confirmed: [1, 2], opened: [3] },
    content:
      '<p>Valem a partir deste mês, para todos:</p><ul><li>Planilha de assinante só entra pela tela de importação: nunca por mensagem.</li><li>Documento de cliente fica no cadastro dele, não no computador de ninguém.</li><li>Quem sai de um cliente passa o trabalho pela tela <strong>Equipe</strong>, para o histórico ficar.</li></ul><p>Dúvidas, com a Ana.</p>',
  },
  {
    title: 'Atualize o contato técnico do seu provedor',
    audience: 'clientes',
    category: 'anatel',
    daysAgo: 8,
    mandatory: { within: 12, confirmed: [7], opened: [] },
    content:
      '<p>A Anatel avisa falhas e prazos ao <strong>contato técnico</strong> do cadastro. Confira com a consultoria se o nome, o telefone e o e-mail ainda são os de hoje.</p>',
  },
  {
    title: 'Recesso de fim de ano: como fica o atendimento',
    audience: 'todos',
    category: 'prazos',
    daysAgo: 1,
    publishIn: 6,
    endsIn: 45,
    content:
      '<p>Entre <strong>24 de dezembro e 2 de janeiro</strong> atendemos por chamado, com uma pessoa de plantão. Os prazos da Anatel não mudam: entregue a coleta antes do recesso.</p>',
  },
  {
    title: 'Nova tabela de serviços (em revisão)',
    audience: 'clientes',
    category: 'sistema',
    daysAgo: 2,
    draft: true,
    content: '<p>Texto em revisão. Falta conferir os valores do licenciamento de enlaces.</p>',
  },
  {
    title: 'Coleta do mês: envie os acessos até o dia 12',
    audience: 'clientes',
    category: 'prazos',
    daysAgo: 2,
    content:
      '<p>A Anatel recebe os acessos de cada mês <strong>até o dia 15 do mês seguinte</strong>. Para dar tempo de conferir, entregue a sua coleta até o dia 12.</p><ul><li>Confira os municípios que sumiram em relação ao mês anterior.</li><li>Confira quedas e altas acima de 20%.</li><li>Se nada mudou, copie o período anterior e entregue.</li></ul>',
  },
  {
    title: 'CNPJ com letras já aparece em novos provedores',
    audience: 'todos',
    category: 'anatel',
    daysAgo: 6,
    content:
      '<p>Os CNPJs novos podem trazer <strong>letras nas doze primeiras posições</strong>; os dois dígitos verificadores continuam numéricos. Quem já tem CNPJ mantém o mesmo número.</p><p>O cadastro, a busca e os arquivos das coletas já aceitam os dois formatos.</p>',
  },
  {
    title: 'FUST: declaração e pagamento até o dia 10',
    audience: 'todos',
    category: 'prazos',
    daysAgo: 13,
    content:
      '<p>Provedores do Lucro Presumido e do Lucro Real declaram a receita do mês no SFUST e pagam a contribuição até o <strong>dia 10</strong>.</p><p>A base é o faturamento bruto menos ICMS, PIS e COFINS. Optantes pelo Simples Nacional não recolhem FUST nem FUNTTEL.</p>',
  },
  {
    title: 'Importação de acessos com conferência linha a linha',
    audience: 'equipe',
    category: 'sistema',
    daysAgo: 19,
    content:
      '<p>Ao enviar o arquivo de uma coleta, cada linha recebe um parecer: <em>aceita</em>, <em>com aviso</em> ou <em>recusada</em>. Nada é gravado antes da sua confirmação.</p><p>Se o provedor usa planilha própria, baixe o modelo na tela da coleta.</p>',
  },
  {
    title: 'Aniversariantes do mês',
    audience: 'equipe',
    category: 'equipe',
    daysAgo: 24,
    content:
      '<p>O café dos aniversariantes será na última sexta-feira do mês, às 16h, na sala de reuniões. Quem estiver em visita a cliente participa por vídeo.</p><p>A lista está na tela de início. Parabéns a todos!</p>',
  },
  {
    title: 'Acesso por rádio: declare a tecnologia correta',
    audience: 'todos',
    category: 'anatel',
    daysAgo: 41,
    content:
      '<p>Continuam chegando planilhas com acessos por rádio declarados como <strong>FTTH</strong>. O meio <em>rádio</em> combina com a tecnologia <em>Wi-Fi</em>; FTTH só existe com o meio <em>fibra</em>.</p><p>A correção se faz no sistema de origem, para o erro não voltar no mês seguinte.</p>',
  },
  {
    title: 'Observação interna não aparece para o cliente',
    audience: 'equipe',
    category: 'sistema',
    daysAgo: 58,
    content:
      '<p>No cadastro há dois campos: a <strong>observação para o cliente</strong>, que ele lê, e a <strong>observação interna</strong>, só da equipe. Registre negociações e pendências na segunda.</p>',
  },
  {
    title: 'TFF, CFRP e Condecine vencem em 31 de março',
    audience: 'todos',
    category: 'prazos',
    daysAgo: 86,
    content:
      '<p>As taxas anuais das estações licenciadas vencem em <strong>31 de março</strong>. Estação desativada e ainda licenciada em 31 de dezembro paga do mesmo jeito.</p><p>Revise antes do fim do ano a lista de estações que podem ser canceladas.</p>',
  },
  {
    title: 'Rodízio de atendimento da equipe',
    audience: 'equipe',
    profile: 'colaborador',
    category: 'equipe',
    daysAgo: 120,
    content:
      '<p>Entre os dias 5 e 15, duas pessoas ficam dedicadas às coletas, uma de cada empresa. Licenciamento e projetos voltam ao ritmo normal a partir do dia 16.</p>',
  },
]
