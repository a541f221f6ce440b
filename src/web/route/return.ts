/** The address within the interface that `?voltar=` holds; home when it holds anything else. */
export const returnAddress = (search: unknown) => {
  const wanted = typeof search === 'object' && search !== null && 'voltar' in search ? search.voltar : null
  return typeof wanted === 'string' && /^\/(?![/\\])/.test(wanted) ? wanted : '/'
}
