import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { actOf, callsOf } from '#kernel/call.ts'
import type { ListedOf } from '#kernel/resource.ts'
import { showInstant } from '#kernel/show.ts'
import { Difference } from '#features/support/pages/Difference.tsx'
import { pages, pageVersions } from '#features/support/pages/pages.ts'
import styles from '#features/support/pages/pages.module.css'
import { Prose } from '#parts/reading/Prose.tsx'
import { useAnswer, useCall } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { Table } from '#web/table/Table.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { toast } from '#web/ui/toast.tsx'

export type PageVersion = ListedOf<typeof pageVersions>

const versionsOf = callsOf(pageVersions).list
const resumeCall = actOf(pageVersions, 'retomar')

/** The versions of a page, the newest first, the draft before them. */
export function usePageVersions(page: number): readonly PageVersion[] | undefined {
  const { data } = useAnswer(versionsOf, { query: { 'filter[page_id]': page, sort: '-id', pagination: false } })
  return data?.data.toSorted((a, b) => (b.number ?? Infinity) - (a.number ?? Infinity) || 0)
}

const nameOf = ({ number }: PageVersion) => (number === null ? 'Rascunho' : `Versão ${number}`)
const tones = { rascunho: 'atencao', publicada: 'ok', anterior: 'neutro' } as const

/** What was published of a page: read, compared, and taken up again. */
export function PageVersions({
  versions,
  onResumed,
}: {
  readonly versions: readonly PageVersion[]
  readonly onResumed: () => void
}) {
  const [shown, show] = useState<string | null>(null)
  if (!versions.length)
    return <EmptyState title="Nenhuma versão ainda" text="A primeira vem quando o rascunho for publicado." />
  const read = versions.find(({ uuid }) => uuid === shown)
  const hasDraft = versions.some(({ number }) => number === null)

  return (
    <>
      <Table
        label="Versões"
        cards
        columns={[
          { key: 'number', title: 'Versão', names: true, cell: version => nameOf(version) },
          {
            key: 'state',
            title: 'Situação',
            cell: ({ state }) => (
              <StatusChip tone={tones[state ?? 'anterior']}>
                {pageVersions.fields.state.options.choices?.[state ?? ''] ?? ''}
              </StatusChip>
            ),
          },
          { key: 'note', title: 'O que mudou', cell: ({ note }) => note ?? '—' },
          { key: 'by', title: 'Por quem', cell: ({ user: by, published_by }) => (published_by ?? by)?.name ?? '—' },
          {
            key: 'at',
            title: 'Quando',
            cell: ({ published_at, updated_at }) => showInstant(published_at ?? updated_at),
          },
          {
            key: 'acts',
            title: <span className="sr-only">Ações</span>,
            cell: version => (
              <VersionActs
                version={version}
                open={version.uuid === shown}
                free={!hasDraft}
                onShow={() => show(version.uuid === shown ? null : version.uuid)}
                onResumed={onResumed}
              />
            ),
          },
        ]}
        rows={versions}
        keyOf={({ uuid }) => uuid}
      />
      {hasDraft && (
        <p className={`meta ${styles.hint}`}>Para retomar uma versão, publique ou descarte antes o rascunho.</p>
      )}
      {read && (
        <section className={styles.paper} aria-label={nameOf(read)}>
          <h2>{nameOf(read)}</h2>
          <Prose html={read.content ?? ''} />
        </section>
      )}
      <Compared versions={versions} />
    </>
  )
}

interface VersionActsProps {
  readonly version: PageVersion
  readonly open: boolean
  /** There is no draft that it would have to wait for. */
  readonly free: boolean
  readonly onShow: () => void
  readonly onResumed: () => void
}
function VersionActs({ version, open, free, onShow, onResumed }: VersionActsProps) {
  const user = useUser()
  const { send } = useCall({ ...resumeCall, writes: [pages] })
  const { uuid, number } = version
  async function resume() {
    const text = 'Começa um rascunho com este texto. Nada muda para quem lê, até que ele seja publicado.'
    if (!(await confirm({ title: `Retomar a versão ${number}?`, text, act: 'Retomar' }))) return
    await send({ id: uuid, body: {} })
    toast('Rascunho começado com o texto dessa versão')
    onResumed()
  }
  return (
    <div className={styles.acts}>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={`${open ? 'Fechar' : 'Ver'}: ${nameOf(version).toLowerCase()}`}
        onClick={onShow}
      >
        {open ? 'Fechar' : 'Ver'}
      </Button>
      {number !== null && free && can(user, resumeCall.id) && (
        <Button variant="subtle" size="compact-sm" onClick={() => void resume().catch(() => undefined)}>
          Retomar como rascunho
        </Button>
      )}
    </div>
  )
}

/** Any two of them; at first, what the newest changes. */
function Compared({ versions }: { readonly versions: readonly PageVersion[] }) {
  const [newer, setNewer] = useState<string | null>(null)
  const [older, setOlder] = useState<string | null>(null)
  const after = versions.find(({ uuid }) => uuid === newer) ?? versions[0]
  const before = versions.find(({ uuid }) => uuid === older) ?? versions[1]
  if (!after || !before) return null
  const options = versions.map(each => ({ value: each.uuid, label: nameOf(each) }))
  return (
    <section className={styles.paper} aria-label="Comparação de versões">
      <div className={styles.pair}>
        <NativeSelect
          label="De"
          data={options}
          value={before.uuid}
          onChange={event => setOlder(event.currentTarget.value)}
        />
        <NativeSelect
          label="Para"
          data={options}
          value={after.uuid}
          onChange={event => setNewer(event.currentTarget.value)}
        />
      </div>
      <Difference before={before.content ?? ''} after={after.content ?? ''} />
    </section>
  )
}
