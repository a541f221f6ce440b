import { documents } from '#features/clients/documents/documents.ts'
import { accessOf, clientCases, foreignOwner, type MatrixCases } from '#test/support/matrix/cases.ts'
import type { Owner } from '#test/support/world.ts'

export const documentsMatrix: MatrixCases = {
  'clients.documents.store': (world, who) =>
    clientCases(world, who, client => `clients/${client}/documents?name=papel.txt`).map((each, i) => ({
      ...each,
      body: `recebido de ${who}, ${i}`,
      headers: { 'content-type': 'application/octet-stream' },
      ...(each.status === 200 && { status: 201 }),
    })),
  'clients.pending-documents': (world, who) => clientCases(world, who, client => `clients/${client}/pending-documents`),
  'clients.uploads.destroy': async (world, who) => {
    const at = async (owner: Owner) =>
      `clients/${world.target('clients', owner)?.uuid}/uploads/${(await world.make(documents, owner)).uuid}`
    const own = accessOf[who].sees[0] ?? 'A1'
    const other = foreignOwner(who)
    return [
      { about: 'own', url: await at(own), status: 200 },
      ...(other ? [{ about: 'foreign', url: await at(other), status: 404 }] : []),
    ]
  },
}
