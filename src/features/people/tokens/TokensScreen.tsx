import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { can } from '#kernel/access.ts'
import { count } from '#kernel/text.ts'
import { endToken, listTokens } from '#features/people/tokens/api.ts'
import { TokenList } from '#features/people/tokens/TokenList.tsx'
import { sendCall, useAnswer } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'

const words = { one: 'token', many: 'tokens', gender: 'm' } as const

/** Everybody's tokens, for administrators. */
export default function TokensScreen() {
  const user = useUser()
  const { data, error, isPending, refetch } = useAnswer(listTokens, {}, { staleTime: 0 })
  const live = data?.data.filter(({ state }) => state === 'vale').length ?? 0
  return (
    <Page
      title="Tokens"
      facts={data && <span>{`${count(live, words)} em vigor`}</span>}
      actions={
        can(user, 'tokens.store') && (
          <Button component={Link} to="/tokens/create">
            Novo token de sistema
          </Button>
        )
      }
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      <Skeletons waiting={isPending} lines={4} height={72} />
      {data && (
        <TokenList
          tokens={data.data}
          showsOwner
          empty="Aqui aparecem os tokens de todos, pessoais e de sistemas, com quem responde por cada um."
          {...(can(user, 'tokens.destroy') && {
            onEnd: async ({ uuid }) => {
              await sendCall(endToken, { id: uuid })
              await refetch()
            },
          })}
        />
      )}
    </Page>
  )
}
