import type { WebFeature } from '#features/feature.web.ts'
import { users } from '#features/people/users/users.ts'
import type { Area } from '#parts/areas/area.web.ts'
import { latePart } from '#web/ui/latePart.tsx'

const AccessGlance = latePart(() => import('#features/people/users/AccessGlance.tsx'))
const access: Area = {
  resource: users,
  title: 'Acesso',
  verb: 'acessos',
  glance: { at: 'top', render: person => <AccessGlance person={person} /> },
}

/** `areas`: what each feature shows beside somebody. */
export const usersOnWeb = (areas: () => readonly Area[]): WebFeature => ({
  own: {
    [users.path]: {
      create: () => import('#features/people/users/UserCreate.tsx'),
      detail: async () => ({
        default: (await import('#features/people/users/UserScreen.tsx')).userScreen(areas()),
      }),
    },
  },
  areasOfPeople: [access],
})
