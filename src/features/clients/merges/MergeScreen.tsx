import { Button } from '@mantine/core'
import { IconSwitchHorizontal } from '@tabler/icons-react'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { callsOf } from '#kernel/call.ts'
import { ref } from '#kernel/field.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { previewClientMerge } from '#features/clients/merges/api.ts'
import { MergeForm } from '#features/clients/merges/MergeForm.tsx'
import { MergesDone } from '#features/clients/merges/MergesDone.tsx'
import { reasonOf } from '#web/api-error.ts'
import { useAnswer } from '#web/call.ts'
import { RefInput } from '#web/kinds/RefInput.tsx'
import { shapedParameter, useAddress } from '#web/route/search.ts'
import { Band } from '#web/ui/Band.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'
import styles from '#features/clients/merges/merge.module.css'

const otherClient = ref('clients', 'O outro cliente', { required: true })

/** Two clients that are one: what each field becomes, what is moved, and what forbids it, before anything is done. */
export function MergeScreen() {
  const { uuid = '' } = useParams({ strict: false })
  const [{ com }] = useAddress({ com: shapedParameter(/^[0-9a-f-]{36}$/i) })
  // Another client remains: what was chosen for the one before is not its own.
  return <Merge key={`${uuid} ${com}`} uuid={uuid} com={com} />
}

function Merge({ uuid, com }: { readonly uuid: string; readonly com: string }) {
  const go = useNavigate()
  const [chosen, choose] = useState<number | null>(null)
  const wanted = chosen === null ? com : String(chosen)
  const { data: read, error: unread, refetch } = useAnswer(callsOf(clients).read, { id: uuid })
  const { data, error, isFetching } = useAnswer(
    previewClientMerge,
    { id: uuid, query: { com: wanted } },
    { enabled: wanted !== '', staleTime: 0, retry: false },
  )
  const preview = data?.data
  const name = read?.data.name ?? ''
  const from = preview?.from.row
  return (
    <Page
      title="Unificar clientes"
      crumbs={[
        { label: 'Todos os clientes', to: '/clients' },
        ...(name ? [{ label: name, to: `/clients/${uuid}` }] : []),
      ]}
    >
      {unread && !read && <ErrorState error={unread} onRetry={() => void refetch()} />}
      {read && (
        <>
          <p>
            Fica <strong>{name}</strong>, com tudo o que é do outro cadastro. O outro vai para a lixeira, e o endereço
            dele passa a levar a este. Dá para desfazer por 30 dias.
          </p>
          <div className={styles.pick}>
            <RefInput
              name="com"
              field={otherClient}
              value={chosen ?? from?.id ?? null}
              {...(from && { known: from.name })}
              onChange={value => choose(typeof value === 'number' ? value : null)}
              without={read.data.id}
              base={{ label: 'O outro cliente', description: 'Pelo nome ou pelo documento' }}
            />
            {preview && (
              <Button
                variant="default"
                leftSection={<IconSwitchHorizontal size={16} stroke={1.5} aria-hidden />}
                onClick={() => void go({ to: `/clients/${preview.from.row.uuid}/unificar`, search: { com: uuid } })}
              >
                Trocar: fica o outro
              </Button>
            )}
          </div>
          {error && wanted !== '' && (
            <Band tone="erro" role="alert">
              {reasonOf(error)}
            </Band>
          )}
          <Skeletons waiting={wanted !== '' && isFetching && !preview} lines={6} />
          {preview && <MergeForm key={preview.from.row.uuid} preview={preview} isFetching={isFetching} />}
          {!preview && <MergesDone uuid={uuid} />}
        </>
      )}
    </Page>
  )
}
