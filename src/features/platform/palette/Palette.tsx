import { CloseButton, Input, Loader } from '@mantine/core'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Mark.layer.css'
import { useMediaQuery } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import '@mantine/spotlight/styles.layer.css'
import { useRouter } from '@tanstack/react-router'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import styles from '#features/platform/palette/palette.module.css'
import type { EarlyKeys } from '#features/platform/palette/early.web.ts'
import type { Narrowing, PaletteEntry } from '#features/platform/palette/entries.web.ts'
import { longestSearch } from '#features/platform/palette/kinds.ts'
import { PaletteRows } from '#features/platform/palette/PaletteRows.tsx'
import { usePalette } from '#features/platform/palette/usePalette.web.ts'
import { useWorld } from '#features/platform/palette/useWorld.web.ts'
import type { NamedArea } from '#parts/areas/areas.ts'
import { widths } from '#web/constants.ts'
import { announce } from '#web/ui/live.tsx'

const [store, spotlight] = createSpotlight()

interface Props {
  readonly opened: boolean
  readonly onClose: () => void
  readonly areas: () => readonly NamedArea[]
  /** What was typed before the field had the focus. */
  readonly early: { readonly end: () => EarlyKeys }
}

/** One field that finds records, screens, actions and help, worked by keys alone. */
export default function Palette({ opened, onClose, areas, early }: Props) {
  const narrow = useMediaQuery(widths.phone, false, { getInitialValueInEffect: false })
  useEffect(() => (opened ? spotlight.open() : spotlight.close()), [opened])
  return (
    <Spotlight.Root
      store={store}
      onSpotlightClose={onClose}
      shortcut={null}
      fullScreen={narrow}
      centered={false}
      yOffset={64}
      size={640}
      radius={narrow ? 0 : 8}
      zIndex={900}
      overlayProps={{ color: 'var(--veil)', backgroundOpacity: 1, blur: 0 }}
      transitionProps={{ duration: 0 }}
      classNames={{ content: styles.content }}
      attributes={{ content: { 'aria-label': 'Procurar em tudo' } }}
    >
      {opened && <PaletteBody narrow={narrow} onClose={onClose} areas={areas} early={early} />}
    </Spotlight.Root>
  )
}

/** What was typed and chosen, and what each key does with it. */
function usePaletteKeys({ areas, onClose, early }: Omit<Props, 'opened'>) {
  const router = useRouter()
  const world = useWorld(areas)
  const [text, setText] = useState('')
  const [narrowing, setNarrowing] = useState<readonly Narrowing[]>([])
  const [at, setAt] = useState(0)
  const within = narrowing.at(-1) ?? null
  const { sections, isFresh, waiting, error, retry } = usePalette(world, text.trim(), within, true)
  const entries = sections.flatMap(section => section.entries)
  const chosen = Math.min(at, Math.max(entries.length - 1, 0))
  const entry = entries[chosen]
  const opensFirst = useRef(false)

  const type = (typed: string) => {
    setText(typed)
    setAt(0)
    opensFirst.current = false
  }
  const takeEarly = () => {
    const { text: caught, hasEnter } = early.end()
    if (caught) type(caught)
    opensFirst.current = hasEnter
  }
  const narrowTo = (next: readonly Narrowing[]) => {
    setNarrowing(next)
    type('')
  }
  const open = ({ to }: PaletteEntry, apart: boolean) => {
    if (apart) return void window.open(to, '_blank', 'noopener')
    onClose()
    router.history.push(to)
  }
  // Enter that came before the answer opens the best row of the answer, and not of the one before.
  useEffect(() => {
    if (!isFresh || !opensFirst.current) return
    opensFirst.current = false
    if (entry) open(entry, false)
  })
  useAnnouncement(isFresh && text !== '' ? entries.length : null)

  function deepen() {
    const section = sections.find(each => each.entries.some(({ key }) => key === entry?.key))
    if (!entry || !section || within?.type === 'client') return
    if (entry.within) narrowTo([...narrowing, entry.within])
    else if (!within && section.id !== 'recentes')
      setNarrowing([{ type: 'group', id: section.id, title: section.title }])
  }
  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const { key, ctrlKey, metaKey, shiftKey } = event
    if (key === 'Backspace' && text === '' && narrowing.length) narrowTo(narrowing.slice(0, -1))
    else if (key === 'ArrowDown') setAt((chosen + 1) % Math.max(entries.length, 1))
    else if (key === 'ArrowUp') setAt((chosen || entries.length) - 1)
    else if (key === 'Tab' && !shiftKey) deepen()
    else if (key === 'Enter' && !isFresh) opensFirst.current = true
    else if (key === 'Enter' && entry) open(entry, ctrlKey || metaKey)
    else if (key !== 'Enter' && key !== 'Tab') return
    event.preventDefault()
  }
  return {
    text,
    type,
    takeEarly,
    press,
    narrowing,
    within,
    sections,
    entry,
    chosen,
    setAt,
    open,
    isFresh,
    waiting,
    error,
    retry,
  }
}

function PaletteBody({ narrow, ...given }: Omit<Props, 'opened'> & { readonly narrow: boolean }) {
  const { onClose } = given
  const list = useId()
  const keys = usePaletteKeys(given)
  const { text, type, takeEarly, press, narrowing, within, sections, entry, chosen, setAt, open, isFresh, waiting } =
    keys
  const { error, retry } = keys
  return (
    <>
      <div className={styles.search}>
        <IconSearch size={18} stroke={1.5} aria-hidden />
        <Within narrowing={narrowing} />
        <Input
          className={styles.input}
          variant="unstyled"
          data-autofocus
          role="combobox"
          aria-label={within ? `Procurar em ${within.title}` : 'Procurar em tudo'}
          aria-expanded
          aria-autocomplete="list"
          aria-controls={list}
          aria-activedescendant={entry ? `${list}-${chosen}` : undefined}
          placeholder={within ? 'Procurar aqui dentro' : 'Cliente, CNPJ, fistel, #chamado, mar/2026, tela ou ação'}
          autoComplete="off"
          spellCheck={false}
          maxLength={longestSearch}
          value={text}
          onChange={event => type(event.currentTarget.value)}
          onKeyDown={press}
          onFocus={takeEarly}
        />
        {waiting && <Loader size={16} role="status" aria-label="Procurando" />}
        {narrow && <CloseButton aria-label="Fechar" onClick={onClose} />}
      </div>
      <PaletteRows
        id={list}
        sections={sections}
        chosen={chosen}
        text={text}
        isFresh={isFresh}
        error={error}
        onRetry={retry}
        onPoint={setAt}
        onOpen={open}
      />
      {!narrow && <KeyHints entersClient={entry?.within !== undefined} />}
    </>
  )
}

const Within = ({ narrowing }: { readonly narrowing: readonly Narrowing[] }) =>
  narrowing.map(({ title }) => (
    <span key={title} className={styles.within}>
      {title} ›
    </span>
  ))

const KeyHints = ({ entersClient }: { readonly entersClient: boolean }) => (
  <Spotlight.Footer className={styles.footer}>
    <kbd>↑↓</kbd> escolher <kbd>Enter</kbd> abrir <kbd>Ctrl Enter</kbd> em outra aba <kbd>Tab</kbd>{' '}
    {entersClient ? 'entrar no cliente' : 'só deste tipo'} <kbd>Esc</kbd> fechar
  </Spotlight.Footer>
)

/** Screen readers hear how much was found, once it is known. */
const useAnnouncement = (found: number | null) =>
  useEffect(() => {
    if (found !== null) announce(found === 1 ? '1 resultado' : `${found} resultados`)
  }, [found])
