import { IconSearch } from '@tabler/icons-react'
import { useCallback, useEffect, useState } from 'react'
import { useEarlyKeys } from '#features/platform/palette/early.web.ts'
import styles from '#features/platform/palette/palette.module.css'
import type { NamedArea } from '#parts/areas/areas.ts'
import { firstShown } from '#web/route/state.ts'
import { useStore } from '#web/store.ts'
import { useLettersOn } from '#web/ui/letterKeys.ts'
import { latePart } from '#web/ui/latePart.tsx'

const Palette = latePart(() => import('#features/platform/palette/Palette.tsx'))
const RecordRecent = latePart(() => import('#features/platform/palette/RecordRecent.tsx'))

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))

/** Ctrl+K from anywhere, and '/' where neither the page nor a field takes it. */
const isCall = ({ key, ctrlKey, metaKey, shiftKey, altKey, target }: KeyboardEvent, hasLetters: boolean) =>
  ctrlKey || metaKey
    ? key.toLowerCase() === 'k' && !shiftKey && !altKey
    : hasLetters && key === '/' && !isTyping(target)

interface Props {
  /** What can be opened inside a client. */
  readonly areas: () => readonly NamedArea[]
}

/** The way to everything, one key away; the palette itself is fetched when it is first opened. */
export default function PaletteButton({ areas }: Props) {
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never')
  const first = useStore(firstShown)
  const hasLetters = useLettersOn()
  const close = useCallback(() => setState('closed'), [])
  const early = useEarlyKeys(close)
  const open = useCallback(() => {
    early.begin()
    setState('open')
  }, [early])
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      // A text editor makes a link with Ctrl+K, and lists go to their own search with '/'.
      if (event.defaultPrevented || !isCall(event, hasLetters)) return
      event.preventDefault()
      open()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [hasLetters, open])
  return (
    <>
      <button
        type="button"
        className={styles.entry}
        data-folds
        aria-label="Procurar em tudo"
        aria-keyshortcuts="Control+K"
        onClick={open}
      >
        <IconSearch size={18} stroke={1.5} aria-hidden />
        <span>Procurar…</span>
        <kbd>Ctrl K</kbd>
      </button>
      {state !== 'never' && <Palette opened={state === 'open'} onClose={close} areas={areas} early={early} />}
      {first && <RecordRecent />}
    </>
  )
}
