/** The tabs of a coleta, by what their fields begin with. */
export const names = {
  locations: 'acessos',
  finances: 'financeiro',
  compare: 'comparacao',
  report: 'relatorio',
  conferencia: 'conferencia',
  sending: 'envio',
  options: 'opcoes',
} as const

/** The tab a field is on. */
export function tabOf(field: string) {
  const [, found] = /^(locations|finances|conferencia)\b/.exec(field) ?? []
  return found === 'locations' || found === 'finances' || found === 'conferencia' ? names[found] : names.options
}
/** Where a field is, in the address of its coleta. */
export const placeOf = (field: string) => ({ tab: tabOf(field), campo: field })
