export const endedPieces = ['bill', 'note', 'slip'] as const
export type EndedPiece = (typeof endedPieces)[number]
