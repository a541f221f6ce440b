import { clientCases, missingKeys, staffOnly, type MatrixCases } from '#test/support/matrix/cases.ts'

export const mergesMatrix: MatrixCases = {
  'clients.unificar.previa': (world, who) =>
    clientCases(world, who, client => `clients/${client}/unificar?com=${client}`).map(staffOnly(who)),
  'clients.unificar': (world, who) =>
    clientCases(world, who, client => `clients/${client}/unificar`)
      .map(each => ({
        ...each,
        about: `${each.about}, with itself`,
        body: { client: each.url.split('/')[1], versions: { into: 1, from: 1 } },
        status: each.status === 200 ? 409 : each.status,
      }))
      .map(staffOnly(who)),
  'clients.unificacoes': (world, who) =>
    clientCases(world, who, client => `clients/${client}/unificacoes`).map(staffOnly(who)),
  'clients.desfazer-unificacao': (world, who) =>
    clientCases(world, who, client => `clients/${client}/desfazer-unificacao`)
      .map(each => ({ ...each, about: `${each.about}, none`, body: { merge: missingKeys.uuid }, status: 404 }))
      .map(staffOnly(who)),
  'clients.unificado': (world, who) =>
    clientCases(world, who, client => `clients/${client}/unificado`)
      .map(each => ({ ...each, about: `${each.about}, still there`, status: 404 }))
      .map(staffOnly(who)),
}
