import { ActionIcon, Modal, Select, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPinnedOff } from '@tabler/icons-react'
import { useState } from 'react'
import type { MenuGroup } from '#web/layout/menu.ts'
import { pinKey, type Pin, type useSideMenu } from '#web/layout/pins.ts'
import { drawnPins, type DrawnPin } from '#web/layout/drawnPins.ts'
import styles from '#web/layout/sidebar.module.css'

interface Props {
  readonly menu: readonly MenuGroup[]
  readonly own: ReturnType<typeof useSideMenu>
  readonly onClose: () => void
}

/** Puts what is pinned in order, renames and unpins it, and pins screens. */
export default function PinsDialog({ menu, own, onClose }: Props) {
  const drawn = drawnPins(menu, own.pins)
  const pinned = new Set(own.pins.map(pinKey))
  const data = menu.map(({ title, items }) => ({
    group: title,
    items: items.flatMap(({ id, label }) => (pinned.has(id) ? [] : [{ value: id, label }])),
  }))
  // Each act changes the pins as they are now: the dialog is drawn a moment after they change. The pins of screens that are out of
  // reach today are not drawn, and stay.
  const move = (key: string, beyond: string, by: number) =>
    own.pin(pins => {
      const moved = pins.find(pin => pinKey(pin) === key)
      const others = pins.filter(pin => pin !== moved)
      const at = others.findIndex(pin => pinKey(pin) === beyond)
      return moved && at >= 0 ? others.toSpliced(by < 0 ? at : at + 1, 0, moved) : pins
    })
  const keysDrawn = drawn.map(({ pin }) => pinKey(pin))
  return (
    <Modal opened onClose={onClose} title="Fixados no menu" closeButtonProps={{ 'aria-label': 'Fechar' }}>
      {drawn.length > 0 ? (
        <ol className={styles.pins}>
          {drawn.map((each, at) => {
            const key = pinKey(each.pin)
            const isIt = (pin: Pin) => pinKey(pin) === key
            return (
              <PinLine
                key={key}
                drawn={each}
                first={at === 0}
                last={at === drawn.length - 1}
                onMove={by => move(key, keysDrawn[at + by] ?? '', by)}
                onName={name => own.pin(pins => pins.map(pin => (isIt(pin) ? { ...pin, name } : pin)))}
                onUnpin={() => own.pin(pins => pins.filter(pin => !isIt(pin)))}
              />
            )
          })}
        </ol>
      ) : (
        <p className="meta">
          Nada fixado ainda. Escolha uma tela aqui, ou fixe uma visão pelo botão Visões da lista dela.
        </p>
      )}
      <Select
        label="Fixar uma tela"
        placeholder="Escolha uma tela"
        searchable
        data={data}
        value={null}
        onChange={screen =>
          screen !== null && own.pin(pins => [...pins.filter(pin => pinKey(pin) !== screen), { screen, name: null }])
        }
        disabled={own.pins.length >= 30}
        description={own.pins.length >= 30 ? 'São no máximo 30 itens fixados.' : undefined}
      />
    </Modal>
  )
}

interface PinLineProps {
  readonly drawn: DrawnPin
  readonly first: boolean
  readonly last: boolean
  readonly onMove: (by: number) => void
  /** Null gives its own name back. */
  readonly onName: (name: string | null) => void
  readonly onUnpin: () => void
}

function PinLine({ drawn: { item, pin }, first, last, onMove, onName, onUnpin }: PinLineProps) {
  const [typed, type] = useState(item.label)
  const keep = () => {
    const name = typed.trim()
    if (name === item.label) return
    onName(name || null)
    if (!name && 'view' in pin) type(pin.title)
  }
  return (
    <li>
      <TextInput
        aria-label={`Nome de ${item.label} no menu`}
        value={typed}
        maxLength={60}
        onChange={e => type(e.currentTarget.value)}
        onBlur={keep}
        onKeyDown={e => e.key === 'Enter' && keep()}
      />
      <ActionIcon aria-label={`Subir ${item.label}`} disabled={first} onClick={() => onMove(-1)}>
        <IconArrowUp size={16} stroke={1.5} aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label={`Descer ${item.label}`} disabled={last} onClick={() => onMove(1)}>
        <IconArrowDown size={16} stroke={1.5} aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label={`Desafixar ${item.label}`} onClick={onUnpin}>
        <IconPinnedOff size={16} stroke={1.5} aria-hidden />
      </ActionIcon>
    </li>
  )
}
