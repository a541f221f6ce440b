/** A receipt's kind has words that identify it: they are plain text, without accents, in lower case. */
interface KindWords {
  readonly name: string
  /** It settles this rule of `obligations/rules.ts`; null where a coleta covers it, or nothing there does. */
  readonly obligation: string | null
  /** What its period is. */
  readonly of: 'mes' | 'semestre' | 'ano'
  /** Any of these says so by itself. */
  readonly strong: readonly RegExp[]
  /** These count where nothing else matches. */
  readonly weak?: readonly RegExp[]
}

/**
 * Anatel publishes no layout of its receipts, nor do SFUST and the banks: these are the names the subjects have in the rules
 * and on the screens of the agency, and a receipt that uses none of them goes to the tray.
 */
export const receiptKinds = {
  acessos: {
    name: 'coleta de acessos',
    obligation: null,
    of: 'mes',
    strong: [
      /\bcoletas?\b[^\n]{0,60}\bacessos\b/,
      /\bacessos\b[^\n]{0,40}\b(scm|stfc|seac|smp|tvpa|banda larga|telefonia|tv por assinatura)\b/,
      /\bdici[ _-]?mensal/,
      /\barquivo mensal de acessos\b/,
    ],
    weak: [/\bcoletas? de dados\b/, /\bdici\b/],
  },
  fust: {
    name: 'FUST',
    obligation: 'fust',
    of: 'mes',
    strong: [/\bs?fust\b/, /\bfundo de universalizacao dos servicos de telecomunicacoes\b/],
  },
  funttel: {
    name: 'FUNTTEL',
    obligation: 'funttel',
    of: 'mes',
    strong: [/\bfunttel\b/, /\bfundo para o desenvolvimento tecnologico das telecomunicacoes\b/],
  },
  economico: {
    name: 'econômico-financeiro',
    obligation: 'economico',
    of: 'semestre',
    strong: [/\beconomico[ -]financeir[oa]s?\b/],
  },
  infraestrutura: {
    name: 'infraestrutura',
    obligation: 'infraestrutura',
    of: 'ano',
    strong: [/\bcoletas?\b[^\n]{0,60}\binfraestrutura\b/, /\binfraestrutura\b[^\n]{0,40}\b(anual|ano[ -]base)\b/],
  },
  tff: {
    name: 'TFF',
    obligation: 'tff',
    of: 'ano',
    strong: [/\btff\b/, /\btaxa de fiscalizacao de funcionamento\b/],
  },
  cfrp: {
    name: 'CFRP',
    obligation: 'cfrp',
    of: 'ano',
    strong: [/\bcfrp\b/, /\bcontribuicao para o fomento da radiodifusao publica\b/],
  },
  condecine: { name: 'Condecine', obligation: 'condecine', of: 'ano', strong: [/\bcondecine\b/] },
  'nada-consta': {
    name: 'Nada Consta',
    obligation: null,
    of: 'mes',
    strong: [/\bnada consta\b/, /\bcertidao negativa\b/],
  },
} as const satisfies Readonly<Record<string, KindWords>>
export type ReceiptKind = keyof typeof receiptKinds

/** Anatel's numbers of services, by the words that name them. */
export const serviceWords: Readonly<Record<string, RegExp>> = {
  '045': /\bscm\b|\bcomunicacao multimidia\b/,
  '171': /\bstfc\b|\btelefonico fixo\b/,
  '750': /\bseac\b|\bacesso condicionado\b|\btv por assinatura\b/,
  '010': /\bsmp\b|\bmovel pessoal\b/,
}
