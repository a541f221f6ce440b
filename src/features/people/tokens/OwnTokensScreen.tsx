import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { endOwnToken, listOwnTokens } from '#features/people/tokens/api.ts'
import { TokenList } from '#features/people/tokens/TokenList.tsx'
import { sendCall, useAnswer } from '#web/call.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'

/** The tokens one made, or answers for. */
export default function OwnTokensScreen() {
  const { data, error, isPending, refetch } = useAnswer(listOwnTokens, {}, { staleTime: 0 })
  return (
    <Page
      title="Meus tokens"
      facts="Por um token, outro programa trabalha em seu nome, só no que você permitir."
      actions={
        <Button component={Link} to="/meus-tokens/create">
          Novo token
        </Button>
      }
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      <Skeletons waiting={isPending} lines={3} height={72} />
      {data && (
        <TokenList
          tokens={data.data}
          empty="Um token deixa uma planilha, um script ou outro sistema ler e gravar em seu nome. Você escolhe as permissões, os dias e de onde ele é aceito."
          onEnd={async ({ uuid }) => {
            await sendCall(endOwnToken, { id: uuid })
            await refetch()
          }}
        />
      )}
    </Page>
  )
}
