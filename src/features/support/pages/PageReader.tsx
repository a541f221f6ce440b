import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { can } from '#kernel/access.ts'
import { showInstant } from '#kernel/show.ts'
import { PageFields } from '#features/support/pages/PageFields.tsx'
import { readPublishedPages, type PublishedPage } from '#features/support/pages/api.ts'
import { Prose } from '#parts/reading/Prose.tsx'
import { inReadingOrder, treeOf, type ReadingPage } from '#parts/reading/reading.ts'
import { ReadingScreen } from '#parts/reading/ReadingScreen.tsx'
import { useAnswer } from '#web/call.ts'
import { plainText } from '#web/kinds/RichText.tsx'
import { useUser } from '#web/session/store.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'

const readingOf = (pages: readonly PublishedPage[]): readonly ReadingPage[] =>
  pages.map(({ uuid, name, content, parent }) => ({
    key: uuid,
    title: name,
    to: `/paginas/${uuid}`,
    parent,
    text: plainText(content ?? ''),
  }))

/** They come by name; those that have a place precede the others. */
const inPlace = (pages: readonly PublishedPage[]) =>
  pages.toSorted((a, b) => (a.position ?? Infinity) - (b.position ?? Infinity) || 0)

/** The office's pages for readers. */
export default function PageReader() {
  const user = useUser()
  const { pagina } = useParams({ strict: false })
  const { data: answer, error, isPending, refetch } = useAnswer(readPublishedPages, {})
  const data = useMemo(() => answer && inPlace(answer.data), [answer])
  const reading = useMemo(() => readingOf(data ?? []), [data])
  const first = inReadingOrder(treeOf(reading))[0]?.key
  const page = data?.find(({ uuid, slug }) => (pagina ? [uuid, slug].includes(pagina) : uuid === first))
  const writes = can(user, 'pages.update')
  return (
    <Page
      title={page?.name ?? 'Páginas'}
      {...(page && { crumbs: [{ label: 'Páginas', to: '/paginas' }] })}
      facts={page?.published_at && <span>Publicada em {showInstant(page.published_at)}</span>}
      actions={
        writes && (
          <Button
            component={Link}
            to={page ? `/pages/${page.uuid}` : '/pages'}
            variant="default"
            leftSection={<IconPencil size={16} stroke={1.5} aria-hidden />}
          >
            {page ? 'Editar' : 'Escrever páginas'}
          </Button>
        )
      }
    >
      <Skeletons waiting={isPending} lines={8} />
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && data.length === 0 && (
        <EmptyState
          title="Nenhuma página publicada"
          text={writes ? 'Escreva a primeira, e publique-a.' : 'O que for escrito para você aparece aqui.'}
        />
      )}
      {data && data.length > 0 && (
        <ReadingScreen label="Páginas" pages={reading} current={page?.uuid ?? null} html={page?.content ?? ''}>
          {page ? (
            <>
              <Prose html={page.content ?? ''} />
              <PageFields uuid={page.uuid} />
            </>
          ) : (
            <EmptyState title="Página não encontrada" text="Ela pode ter saído do ar, ou não ser sua para ler." />
          )}
        </ReadingScreen>
      )}
    </Page>
  )
}
