import { profiles } from '#features/people/profiles/profiles.ts'
import type { MatrixCases } from '#test/support/matrix/cases.ts'

export const profilesMatrix: MatrixCases = {
  'profiles.permissions': () => [{ about: 'all', url: 'profiles/permissions', status: 200 }],
  // A profile made here has no new permission to decide about.
  'profiles.decidir': async world => [
    {
      about: 'own',
      url: `profiles/${(await world.make(profiles, 'A1')).uuid}/permissoes-novas`,
      body: { roles: [] },
      status: 409,
    },
  ],
  'profiles.segundo-fator.update': async world => [
    {
      about: 'own',
      url: `profiles/${(await world.make(profiles, 'A1')).uuid}/segundo-fator`,
      body: { days: null },
      status: 200,
    },
    // This installation could offer none.
    {
      about: 'impossible',
      url: `profiles/${(await world.make(profiles, 'A1')).uuid}/segundo-fator`,
      body: { days: 7 },
      status: 409,
    },
  ],
}
