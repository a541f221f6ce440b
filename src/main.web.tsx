import { entrance } from '#features/people/auth/account.screens.tsx'
import { handInForms } from '#web/session/second.tsx'
import { start } from '#web/start.tsx'

handInForms({
  step: () => import('#features/people/factor/SecondStep.tsx'),
  passkey: () => import('#features/people/factor/passkey.web.ts'),
})
void start({ entrance, inside: async () => (await import('./inside.web.tsx')).inside })
