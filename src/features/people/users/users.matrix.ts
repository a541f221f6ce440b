import { accessOf, rowCases, type MatrixCases } from '#test/support/matrix/cases.ts'

/** The parts of a person's page are read of people of the reader's company. */
const ofPeople =
  (part: string): MatrixCases[string] =>
  (world, who) =>
    accessOf[who].role === 'client' ? [] : rowCases(world, who, 'users', 200, row => `users/${row}/${part}`)

export const usersMatrix: MatrixCases = {
  'users.trabalho': ofPeople('trabalho'),
  'users.acessos': ofPeople('acessos'),
  'users.atos': ofPeople('atos'),
}
