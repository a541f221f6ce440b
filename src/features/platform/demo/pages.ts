/** A page of the demonstration: where it is, for whom, what was published of it, the oldest first, and what is being written. */
export interface DemoPage {
  readonly name: string
  readonly under?: string
  readonly audience: 'equipe' | 'clientes' | 'todos'
  readonly code?: string
  /** Of each version: its note, how many days ago it was published, and its text. */
  readonly versions: readonly (readonly [note: string, daysAgo: number, content: string])[]
  readonly draft?: readonly [note: string, content: string]
}

const list = (...items: readonly string[]) => `<ul>${items.map(item => `<li>${item}</li>`).join('')}</ul>`
const steps = (...items: readonly string[]) => `<ol>${items.map(item => `<li>${item}</li>`).join('')}</ol>`

const files = `<h2>O que vai no arquivo</h2>${list(
  'Uma linha por município, tecnologia e faixa de velocidade.',
  'O código do IBGE com os sete dígitos.',
  'A velocidade em Mbps, sem ponto de milhar.',
)}`
const days = (client: number, house: number) =>
  `<h2>Prazos</h2><p>Até o dia <strong>${client}</strong> o provedor envia a planilha; até o dia <strong>${house}</strong> a consultoria envia à Anatel.</p>`

export const pages: readonly DemoPage[] = [
  {
    name: 'Bem-vindo',
    audience: 'todos',
    code: 'inicio',
    versions: [
      [
        'Primeira versão',
        210,
        `<p>Aqui fica o que provedor e consultoria combinam: como o mês anda, o que enviar e até quando.</p><h2>Por onde começar</h2>${list(
          'Se você é do provedor, leia <strong>Como é o mês</strong> e <strong>Como enviar a coleta do mês</strong>.',
          'Se algo não estiver aqui, abra um chamado: a resposta vira página.',
        )}`,
      ],
    ],
  },
  {
    name: 'Como é o mês',
    under: 'Bem-vindo',
    audience: 'todos',
    versions: [
      [
        'Primeira versão',
        200,
        `${days(12, 15)}<h2>Depois do envio</h2><p>O recibo da Anatel fica na coleta, e você o baixa quando quiser. Se a Anatel devolver o arquivo, avisamos no mesmo dia.</p>`,
      ],
    ],
  },
  {
    name: 'Documentos para um novo cliente',
    under: 'Bem-vindo',
    audience: 'todos',
    code: 'documentos',
    versions: [
      [
        'Primeira versão',
        190,
        `<p>Para começar precisamos de:</p>${list('contrato social e última alteração', 'procuração no SEI, assinada com certificado', 'certificado digital A1', 'ato de outorga ou comprovante da dispensa')}`,
      ],
    ],
  },
  {
    name: 'Coleta mensal',
    audience: 'todos',
    versions: [
      [
        'Primeira versão',
        205,
        '<p>A coleta diz à Anatel quantos acessos o provedor tem, onde e com que velocidade. Ela é mensal e não pode faltar, nem em mês sem mudança.</p>',
      ],
    ],
  },
  {
    name: 'Como enviar a coleta do mês',
    under: 'Coleta mensal',
    audience: 'todos',
    code: 'coleta',
    versions: [
      ['Primeira versão', 180, `${days(10, 15)}${files}`],
      ['O prazo do provedor passou do dia 10 ao 12', 95, `${days(12, 15)}${files}`],
      [
        'O que fazer quando nada mudou',
        20,
        `${days(12, 15)}${files}<h2>E se nada mudou?</h2><p>Na coleta do mês, use <strong>Entregar sem mudanças</strong>: os números do mês anterior são repetidos, e você confirma.</p>`,
      ],
    ],
    draft: [
      'Passo a passo com o sistema do provedor',
      `${days(12, 15)}${files}<h2>Do seu sistema</h2>${steps(
        'Exporte os acessos ativos no último dia do mês.',
        'Na coleta, escolha <strong>Enviar arquivo</strong> e confira as colunas.',
        'Corrija o que ficar em vermelho e entregue.',
      )}<h2>E se nada mudou?</h2><p>Use <strong>Entregar sem mudanças</strong>: os números do mês anterior são repetidos, e você confirma.</p>`,
    ],
  },
  {
    name: 'Erros mais comuns na planilha',
    under: 'Coleta mensal',
    audience: 'todos',
    versions: [
      [
        'Primeira versão',
        150,
        `${list(
          '<strong>Código do IBGE com seis dígitos.</strong> O da Anatel tem sete.',
          '<strong>Velocidade com ponto.</strong> Escreva 1000, e não 1.000.',
          '<strong>CNPJ sem o zero da frente.</strong> O Excel o tira: formate a coluna como texto.',
        )}<h2>Como conferir</h2><p>O sistema mostra linha a linha o que não passou, e o que parece estranho perto do mês anterior.</p>`,
      ],
    ],
  },
  {
    name: 'Conferir antes de enviar à Anatel',
    under: 'Coleta mensal',
    audience: 'equipe',
    versions: [
      [
        'Primeira versão',
        160,
        `<h2>Sempre</h2>${steps('Compare com o mês anterior: mais de 15% pede explicação.', 'Veja os municípios que sumiram.', 'Confira se o fistel ainda está ativo.')}<h2>Assinatura</h2><p>O arquivo sobe com o certificado da procuração. Guarde o recibo na coleta no mesmo dia.</p>`,
      ],
    ],
  },
  {
    name: 'Estações e licenciamento',
    audience: 'equipe',
    versions: [
      [
        'Primeira versão',
        140,
        '<p>Estação fixa com radiofrequência licenciada entra no Mosaico antes de ligar. A que usa só radiação restrita é cadastrada, sem taxa.</p>',
      ],
    ],
  },
  {
    name: 'Licenciar no Mosaico',
    under: 'Estações e licenciamento',
    audience: 'equipe',
    versions: [
      [
        'Primeira versão',
        138,
        `${steps('Confira coordenadas e altura com o cliente.', 'Lance a estação e gere a taxa.', 'Anexe o comprovante e acompanhe até sair a licença.')}`,
      ],
    ],
  },
  {
    name: 'Quando o cliente não manda o arquivo',
    audience: 'equipe',
    versions: [
      [
        'Primeira versão',
        60,
        `${steps('No dia 10 o sistema lembra por e-mail.', 'No dia 12, ligue.', 'No dia 14, repita o mês anterior só com o de acordo por escrito.')}`,
      ],
    ],
  },
  {
    name: 'Férias e plantão de fim de ano',
    audience: 'equipe',
    versions: [],
    draft: ['Ainda sem as datas', '<p>Escala de dezembro: a combinar na reunião de segunda.</p>'],
  },
]
