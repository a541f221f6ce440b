import { IconAlertTriangle } from '@tabler/icons-react'
import { useDebouncedValue } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { formats } from '#kernel/format.ts'
import { can } from '#kernel/access.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { useUser } from '#web/session/store.ts'
import { findTwins } from '#features/clients/clients/api.ts'
import { useAnswer } from '#web/call.ts'
import { Band } from '#web/ui/Band.tsx'
import styles from '#features/clients/clients/helper.module.css'

interface Props {
  readonly document: string
  readonly name: string
  readonly except: string | undefined
  /** The uuid of the client that may be merged with them. */
  readonly into?: string | undefined
}

/** Shows clients with the same document or a like name while the user types, to prevent a duplicate. */
export function Twins({ document, name, except, into }: Props) {
  const user = useUser()
  const may = can(user, 'clients.unificar')
  const whole = formats.document.parse(document) ?? ''
  const [query] = useDebouncedValue(
    {
      ...(whole && { document: whole }),
      ...(name.trim().length > 4 && { name: name.trim() }),
      ...(except && { except }),
    },
    400,
  )
  const { data } = useAnswer(findTwins, { query }, { enabled: 'document' in query || 'name' in query })
  const found = data?.data ?? []
  if (!found.length) return null
  return (
    <Band className={styles.twins} tone="atencao" role="status">
      <IconAlertTriangle size={20} stroke={1.5} aria-hidden />
      <div>
        <strong>{found[0]?.same ? 'Este documento já está cadastrado' : 'Há cadastros parecidos'}</strong>
        <ul>
          {found.map(twin => (
            <li key={twin.uuid}>
              <Link to={`/${twin.path}/${twin.uuid}`} target="_blank">
                {twin.name}
              </Link>{' '}
              <span className="id">{formats.document.show(twin.document)}</span>
              {twin.path === 'prospectos' && ' · prospecto'}
              {into !== undefined && twin.path === clients.path && may && (
                <>
                  {' · '}
                  <Link
                    to={`/${clients.path}/${into}/unificar`}
                    search={{ com: twin.uuid }}
                    aria-label={`Unificar com ${twin.name}`}
                  >
                    Unificar…
                  </Link>
                </>
              )}
            </li>
          ))}
        </ul>
      </div>
    </Band>
  )
}
