/** What a text may be filled in with. */
export interface TextVariables {
  readonly cliente: { readonly nome: string; readonly documento: string }
  readonly pessoa: { readonly nome: string; readonly primeiro_nome: string }
  readonly chamado: { readonly numero: string; readonly titulo: string }
  readonly competencia: string
  readonly estacao: string
  readonly enlace: string
  readonly eu: { readonly nome: string }
  readonly hoje: string
  readonly saudacao: string
}

/** One of each, as it could be: what a text is tried with when it is written. */
export const sampleVariables: TextVariables = {
  cliente: { nome: 'Vale das Águas Fibra', documento: '11.222.333/0001-81' },
  pessoa: { nome: 'Helena Prado', primeiro_nome: 'Helena' },
  chamado: { numero: '#1042', titulo: 'Planilha recusada' },
  competencia: 'nov/2026',
  estacao: 'Torre Centro',
  enlace: 'Centro – Serra',
  eu: { nome: 'Bruno Lima' },
  hoje: '25/11/2026',
  saudacao: 'Bom dia',
}

/** The places by their names, with an example of each: 'cliente.nome'. */
export const textPlaces: readonly (readonly [name: string, example: string])[] = Object.entries(
  sampleVariables,
).flatMap(([name, value]: readonly [string, unknown]) =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).map(([part, example]) => [`${name}.${part}`, String(example)] as const)
    : [[name, String(value)] as const],
)

const places: Readonly<Record<string, string>> = {
  cliente: 'o cliente',
  'cliente.documento': 'o CNPJ do cliente',
  pessoa: 'o solicitante',
  chamado: 'o chamado',
  competencia: 'a competência da coleta',
  estacao: 'a estação',
  enlace: 'o enlace',
}
/** 'pessoa.primeiro_nome' → 'o solicitante'. */
export const placesSaid = (place: string): string => places[place] ?? places[place.split('.')[0] ?? ''] ?? place
