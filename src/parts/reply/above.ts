/** The first line of a mail that can be answered: people write above it, and what is below is recognised as a quote. */
export const writeAbove = 'Responda acima desta linha'
