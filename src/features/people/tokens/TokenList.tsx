import { Button } from '@mantine/core'
import { IconPlug } from '@tabler/icons-react'
import { useState } from 'react'
import { dayIn } from '#kernel/clock.ts'
import { showDate } from '#kernel/show.ts'
import { count } from '#kernel/text.ts'
import type { ListedToken } from '#features/people/tokens/api.ts'
import { tokenEnds, tokenKinds, tokenStates, type TokenState } from '#features/people/tokens/tokens.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { List } from '#web/ui/List.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { announce } from '#web/ui/live.tsx'
import { ago, fullTime } from '#web/ui/time.ts'
import { toast } from '#web/ui/toast.tsx'
import styles from '#features/people/tokens/tokens.module.css'

const tones = { vale: 'ok', 'ainda-nao': 'info', venceu: 'neutro', encerrado: 'neutro' } as const satisfies Record<
  TokenState,
  string
>
const permissions = { one: 'permissão', many: 'permissões', gender: 'f' } as const

interface Props {
  readonly tokens: readonly ListedToken[]
  readonly empty: string
  readonly showsOwner?: boolean
  /** Absent where the user may not end them. */
  readonly onEnd?: (token: ListedToken) => Promise<void>
}

/** Tokens with what they may do, until when, and when each was last used. */
export function TokenList({ tokens, empty, showsOwner = false, onEnd }: Props) {
  const [now] = useState(() => Date.now())
  const [ending, setEnding] = useState('')
  if (!tokens.length)
    return <EmptyState title="Nenhum token" icon={<IconPlug size={32} stroke={1.5} aria-hidden />} text={empty} />
  async function end(token: ListedToken) {
    const sure = await confirm({
      title: `Encerrar o token “${token.name}”?`,
      text: 'O programa que o usa deixa de entrar no mesmo instante. Não dá para desfazer: para voltar, crie outro.',
      act: 'Encerrar',
      danger: true,
    })
    if (!sure) return
    setEnding(token.uuid)
    try {
      await onEnd?.(token)
      const message = `Token encerrado: ${token.name}`
      toast(message)
      announce(message)
    } finally {
      setEnding('')
    }
  }
  return (
    <List boxed wrap aria-label="Tokens">
      {tokens.map(token => (
        <li key={token.uuid}>
          <IconPlug size={20} stroke={1.5} aria-hidden />
          <div className={styles.token}>
            <strong>{token.name}</strong> <code>{`otg_…${token.hint}`}</code>{' '}
            <StatusChip tone={tones[token.state]}>{tokenStates[token.state]}</StatusChip>
            <p className="meta">{limitsInWords(token, showsOwner)}</p>
            <p className="meta">
              {daysInWords(token)}{' '}
              {token.last_used_at ? (
                <>
                  Usado{' '}
                  <time dateTime={token.last_used_at} title={fullTime(token.last_used_at)}>
                    {ago(token.last_used_at, now)}
                  </time>
                  , de {token.last_ip}.
                </>
              ) : (
                'Nunca usado.'
              )}
            </p>
          </div>
          {onEnd && (token.state === 'vale' || token.state === 'ainda-nao') && (
            <Button
              variant="default"
              disabled={ending === token.uuid}
              aria-label={`Encerrar o token ${token.name}`}
              onClick={() => void end(token).catch(() => undefined)}
            >
              Encerrar
            </Button>
          )}
        </li>
      ))}
    </List>
  )
}

/** 'De sistema · 3 permissões, das quais 2 valem hoje · só o cliente Rádio Vale · só de 203.0.113.0/24 · responde: Ana' */
function limitsInWords({ kind, scopes, working, empresa, client, addresses, owner }: ListedToken, showsOwner: boolean) {
  return [
    tokenKinds[kind],
    `${count(scopes.length, permissions)}${working < scopes.length ? `, das quais ${working} ${working === 1 ? 'vale' : 'valem'} hoje` : ''}`,
    ...(empresa ? [`só ${empresa.name}`] : []),
    ...(client ? [`só o cliente ${client.name}`] : []),
    ...(addresses.length ? [`só de ${addresses.join(', ')}`] : []),
    ...(showsOwner ? [`responde: ${owner.name}`] : []),
  ].join(' · ')
}

function daysInWords({ state, starts_at, ends_at, ended_at, ended_by }: ListedToken) {
  if (ended_at && ended_by) return `Encerrado em ${fullTime(ended_at)}, ${tokenEnds[ended_by]}.`
  // It ends with its last day: the moment after that is the next one's.
  const last = dayInWords(Date.parse(ends_at) - 1)
  if (state === 'venceu') return `Venceu em ${last}.`
  return state === 'ainda-nao' ? `Vale de ${dayInWords(Date.parse(starts_at))} a ${last}.` : `Vale até ${last}.`
}
const dayInWords = (moment: number) => showDate(dayIn(new Date(moment)).day)
