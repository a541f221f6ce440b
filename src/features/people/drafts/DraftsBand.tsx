import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { count } from '#kernel/text.ts'
import { listDrafts } from '#parts/draft/api.ts'
import { useAnswer } from '#web/call.ts'
import { Band } from '#web/ui/Band.tsx'

const draftText = { one: 'rascunho', many: 'rascunhos', gender: 'm' } as const

/** The user's drafts; always current, since they are written in the background. */
export const useDrafts = () => useAnswer(listDrafts, {}, { staleTime: 0 })

/** Reminds the user of what was typed and not saved; nothing where there is nothing. */
export function DraftsBand() {
  const { data } = useDrafts()
  const [latest] = data?.data ?? []
  if (!data || !latest) return null
  const all = data.data.length
  return (
    <Band tone="info">
      <div>
        {all === 1
          ? 'Você tem um rascunho que não foi salvo: '
          : `Você tem ${count(all, draftText)} que não foram salvos. O último: `}
        <strong>{latest.title}</strong>
        {latest.about && ` (${latest.about})`}.
      </div>
      <Button component={Link} to={latest.address} variant="default" size="compact-md">
        Continuar
      </Button>
      {all > 1 && (
        <Button component={Link} to="/rascunhos" variant="subtle" color="gray" size="compact-md">
          Ver todos
        </Button>
      )}
    </Band>
  )
}
