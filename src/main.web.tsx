import { entrance } from '#features/people/auth/account.screens.tsx'
import { start } from '#web/start.tsx'

void start({ entrance, inside: async () => (await import('./inside.web.tsx')).inside })
