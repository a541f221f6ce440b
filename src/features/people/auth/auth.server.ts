import { accountRoutes } from '#features/people/auth/account.server.ts'
import { birthdayRoute } from '#features/people/auth/birthdays.server.ts'
import { calendarLinkRoutes } from '#features/people/auth/calendar-links.server.ts'
import { deviceRoutes } from '#features/people/auth/devices.server.ts'
import { grantersRoute } from '#features/people/auth/granters.server.ts'
import { passwordMails } from '#features/people/auth/mails.server.ts'
import { meRoutes } from '#features/people/auth/me.server.ts'
import { tokenOperation } from '#features/people/auth/oauth.server.ts'
import { refusalsHealth, refusalsMetric } from '#features/people/auth/refusals.server.ts'
import type { Auth } from '#features/people/auth/setup.server.ts'
import { sweepSignIn } from '#features/people/auth/sweep.server.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { directoryRoutes } from '#features/people/auth/directory.server.ts'
import { hour, rowsGone } from '#parts/chore/chore.ts'
import type { AnyOperation } from '#server/operation.ts'
import type { Config } from '#server/config.ts'

/** Every route of sign-in and of one's own account. */
export const authOperations = (auth: Auth): readonly AnyOperation[] => [
  tokenOperation(auth),
  ...accountRoutes(auth),
  ...meRoutes(auth),
  ...deviceRoutes(auth),
  ...calendarLinkRoutes,
  grantersRoute,
  birthdayRoute(auth),
  ...directoryRoutes(auth.directory, auth.now),
]

export const authOnServer = (auth: Auth, config: Config): ServerFeature => ({
  operations: () => authOperations(auth),
  chores: [
    {
      name: 'entradas',
      title: 'Entradas e sessões',
      about: 'Esquece sessões encerradas, links de senha vencidos e tentativas de entrada antigas.',
      every: hour,
      run: async ({ database }, { now }) => rowsGone(await sweepSignIn(database.kysely, now)),
    },
  ],
  mails: passwordMails(config),
  metrics: [refusalsMetric],
  health: [refusalsHealth],
})
