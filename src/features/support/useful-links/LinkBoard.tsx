import { Button, TextInput } from '@mantine/core'
import { IconExternalLink, IconList, IconPlus, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { can } from '#kernel/access.ts'
import { showInstant } from '#kernel/show.ts'
import { foldText } from '#kernel/text.ts'
import { countLinkUse, listShelves, type LinkCard, type LinkShelf } from '#features/support/useful-links/api.ts'
import styles from '#features/support/useful-links/links.module.css'
import { useImage } from '#features/support/useful-links/useImage.web.ts'
import { sendCall, useAnswer } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { useLetterKeys } from '#web/ui/letterKeys.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : url)

/** Those whose name, description, address or category has all the words. */
const among = (shelves: readonly LinkShelf[], asked: string) => {
  const words = foldText(asked).split(/\s+/).filter(Boolean)
  return shelves
    .map(shelf => ({
      ...shelf,
      links: shelf.links.filter(({ nome, url, descricao }) => {
        const said = foldText(`${nome} ${url} ${descricao ?? ''} ${shelf.nome}`)
        return words.every(word => said.includes(word))
      }),
    }))
    .filter(shelf => shelf.links.length > 0)
}

/** The places of the web the work needs, by category; those most used come first. */
export default function LinkBoard() {
  const user = useUser()
  const [words, setWords] = useState('')
  const box = useRef<HTMLInputElement>(null)
  useLetterKeys([['/', () => box.current?.focus()]])
  const { data, error, isPending, refetch } = useAnswer(listShelves, {})
  const all = data?.data ?? []
  const found = among(all, words)
  return (
    <Page
      title="Links importantes"
      actions={
        <>
          {can(user, 'links-importantes.update') && (
            <Button
              component={Link}
              to="/links-importantes/lista"
              variant="default"
              leftSection={<IconList size={16} stroke={1.5} aria-hidden />}
            >
              Editar a lista
            </Button>
          )}
          {can(user, 'links-importantes.store') && (
            <Button
              component={Link}
              to="/links-importantes/create"
              leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
            >
              Novo link
            </Button>
          )}
        </>
      }
    >
      <Skeletons waiting={isPending} lines={8} height={36} />
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && !all.length && (
        <EmptyState title="Nenhum link ainda" text="Os endereços de que o trabalho precisa ficam aqui." />
      )}
      {all.length > 0 && (
        <TextInput
          ref={box}
          type="search"
          className={styles.search}
          aria-label="Buscar link"
          aria-keyshortcuts="/"
          placeholder="Buscar link"
          leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
          maxLength={100}
          value={words}
          onChange={event => setWords(event.currentTarget.value)}
        />
      )}
      {all.length > 0 && !found.length && <EmptyState title="Nenhum link com estas palavras" />}
      <div className={styles.shelves}>
        {found.map(shelf => (
          <Shelf key={shelf.uuid ?? ''} shelf={shelf} />
        ))}
      </div>
    </Page>
  )
}

function Shelf({ shelf: { uuid, nome, image, links: kept } }: { readonly shelf: LinkShelf }) {
  const shown = useImage(uuid, image)
  return (
    <Card
      title={
        <span className={styles.title}>
          {shown ? (
            <img className={styles.icon} src={shown} alt="" />
          ) : (
            <span className={styles.icon} aria-hidden>
              {nome.charAt(0)}
            </span>
          )}
          {nome}
        </span>
      }
    >
      <ul className={styles.links}>
        {kept.map(link => (
          <One key={link.uuid} link={link} />
        ))}
      </ul>
    </Card>
  )
}

function One({
  link: { uuid, nome, url, descricao, abrir_em_nova_aba: apart, failing_since, check_said },
}: {
  readonly link: LinkCard
}) {
  // Counted on the way out, whether or not the page stays.
  const count = () => void sendCall(countLinkUse, { id: uuid }, { quiet: true, keepalive: true }).catch(() => undefined)
  return (
    <li>
      <a
        href={url}
        {...(apart && { target: '_blank' })}
        rel="noopener noreferrer"
        onClick={count}
        onAuxClick={count}
        className={styles.link}
      >
        <strong>
          {nome}
          {apart && (
            <>
              <IconExternalLink size={14} stroke={1.5} aria-hidden />
              <span className="sr-only">, abre em outra aba</span>
            </>
          )}
        </strong>
        <span className="meta">{hostOf(url)}</span>
        {descricao && <span className={styles.about}>{descricao}</span>}
      </a>
      {failing_since && (
        <p className={styles.failing}>
          Não responde desde {showInstant(failing_since).split(' ')[0]}. {check_said}
        </p>
      )}
    </li>
  )
}
