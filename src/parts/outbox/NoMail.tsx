import { useQuery } from '@tanstack/react-query'
import { isStaff } from '#kernel/access.ts'
import { api } from '#web/api.ts'
import { useUser } from '#web/session/store.ts'
import { Band } from '#web/ui/Band.tsx'

/** Whether mail leaves this installation; read once, by people of the office alone. */
export const useMailLeaves = (enabled: boolean) =>
  useQuery({
    queryKey: ['inicializacao', 'mail'],
    enabled,
    staleTime: Infinity,
    queryFn: ({ signal }) => api.get<{ mail_leaves: boolean }>('/inicializacao', { signal, quiet: true }),
  })

/** Where mails are sent: without a server for them, people of the office read that nothing arrives before they rely on it. */
export function NoMail() {
  const staff = isStaff(useUser())
  const { data } = useMailLeaves(staff)
  if (!staff || data?.mail_leaves !== false) return null
  return (
    <Band tone="atencao">
      Nenhum e-mail sai daqui: sem o servidor em SMTP_URL, cada mensagem fica na pasta de dados e não chega a ninguém.
    </Band>
  )
}
