/** Each placeholder a text may have, and an example of its value. */
export const placeExamples = {
  'cliente.nome': 'Vale das Águas Fibra',
  'cliente.documento': '11.222.333/0001-81',
  'pessoa.nome': 'Helena Prado',
  'pessoa.primeiro_nome': 'Helena',
  'chamado.numero': '#1042',
  'chamado.titulo': 'Planilha recusada',
  competencia: 'nov/2026',
  estacao: 'Torre Centro',
  enlace: 'Centro – Serra',
  'eu.nome': 'Bruno Lima',
  hoje: '25/11/2026',
  saudacao: 'Bom dia',
} as const

type PlaceName = keyof typeof placeExamples
/** What a text is filled in with; an empty value is one that is not known. */
export type PlaceValues = Readonly<Record<PlaceName, string>>

/** All places, for texts that are about a ticket. */
export const ticketPlaces: readonly string[] = Object.keys(placeExamples)
/** The places of a first message: before a ticket is there it has no number. */
export const openingPlaces: readonly string[] = ticketPlaces.filter(name => !name.startsWith('chamado.'))

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
export const placeInWords = (place: string): string => places[place] ?? places[place.split('.')[0] ?? ''] ?? place
