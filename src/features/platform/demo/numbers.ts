/** Both check digits of nine (CPF, fistel) or twelve (CNPJ) characters, weighed from the right by 2, 3… up to `heaviest`. */
function checked(base: string, heaviest: number): string {
  const withOne = base + digit(base, heaviest)
  return withOne + digit(withOne, heaviest)
}

/** A character is worth its ASCII code less 48, so digits are worth themselves (IN RFB 2.229/2024). */
function digit(characters: string, heaviest: number): string {
  const values = [...characters].toReversed().map(character => character.charCodeAt(0) - 48)
  const rest = values.reduce((sum, value, i) => sum + value * (2 + (i % (heaviest - 1))), 0) % 11
  return String(rest < 2 ? 0 : 11 - rest)
}

/** Twelve characters → the CNPJ they begin. */
export const cnpjFrom = (base: string) => checked(base, 9)
/** Nine digits → the fistel they begin. */
export const fistelFrom = (base: string) => checked(base, 11)
