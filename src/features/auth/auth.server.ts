import { accountRoutes } from '#features/auth/account.server.ts'
import { birthdayRoute } from '#features/auth/birthdays.server.ts'
import { calendarLinkRoutes } from '#features/auth/calendar-links.server.ts'
import { deviceRoutes } from '#features/auth/devices.server.ts'
import { grantersRoute } from '#features/auth/granters.server.ts'
import { listTasteRoutes } from '#features/auth/lists.server.ts'
import { passwordMails } from '#features/auth/mails.server.ts'
import { meRoutes } from '#features/auth/me.server.ts'
import { tokenOperation } from '#features/auth/oauth.server.ts'
import type { Auth } from '#features/auth/setup.server.ts'
import { sweepSignIn } from '#features/auth/sweep.server.ts'
import type { ServerFeature } from '#features/feature.server.ts'
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
  ...listTasteRoutes,
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
})
