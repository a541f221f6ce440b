/** Stands at the top of what is answered by mail: whoever answers writes above it, and what is below is known for a quote. */
export const writeAbove = 'Responda acima desta linha'
