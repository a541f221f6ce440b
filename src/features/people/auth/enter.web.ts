import { login } from '#web/session.ts'
import type { GrantFields } from '#web/session/second.tsx'

/** Signs in by a grant, and says so where the session is not this browser's alone. Throws as `login` does. */
export async function enterBy(fields: GrantFields): Promise<void> {
  const { bound } = await login(fields)
  if (!bound) void tellUnbound()
}

/** Loaded where it is needed: few browsers keep no key. */
async function tellUnbound() {
  const { toast } = await import('#web/ui/toast.tsx')
  toast(unbound, { type: 'info', time: 10_000 })
}
const unbound =
  'Este navegador não guarda a chave que protege o acesso (janela privada, ou endereço sem HTTPS). Por segurança, você terá de entrar de novo em pouco tempo.'
