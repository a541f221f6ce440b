import { accessOf, foreignOwner, owners, type MatrixCases } from '#test/support/matrix/cases.ts'
import { markOf, type Owner } from '#test/support/world.ts'

export const uploadsMatrix: MatrixCases = {
  'internal-uploads.get-files': (world, who) => {
    const uuids = owners.map(owner => world.target('documents', owner)?.uuid)
    // The answer leaves out the files that the principal does not see.
    return [{ about: `all, as ${who} sees them`, url: 'internal-uploads/get-files', body: { uuids }, status: 200 }]
  },
  'internal-uploads.get-file': async (world, who) => {
    const sent = async (owner: Owner) => {
      const client = world.target('clients', owner)?.uuid
      const { body } = await world.call('superAdmin', 'POST', `clients/${client}/documents?name=a.txt`, {
        body: `${markOf(owner)} ${who} ${Math.random()}`,
        headers: { 'content-type': 'application/octet-stream' },
      })
      return `internal-uploads/get-file/${Object(body.data).uuid}`
    }
    const own = accessOf[who].sees[0] ?? 'A1'
    const other = foreignOwner(who)
    return [
      { about: 'own', url: await sent(own), status: 200 },
      ...(other ? [{ about: 'foreign', url: await sent(other), status: 404 }] : []),
    ]
  },
}
