import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { fetchDelay } from '#web/constants.ts'
import { pastedValues } from '#web/table/pasted.ts'
import { useLetterKeys } from '#web/ui/letterKeys.ts'
import styles from '#web/table/list.module.css'

interface Props {
  readonly said: string
  readonly label: string
  readonly onSearch: (words: string) => void
  /** A list was pasted: it narrows to rows that have one of its values, or answers why not. */
  readonly onValues?: (values: readonly string[]) => string | null
}

/** Asks a moment after the last key, not at each; '/' comes here from anywhere on the page. */
export function SearchBox({ said, label, onSearch, onValues }: Props) {
  const box = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [words, setWords] = useState(said)
  const [wrong, setWrong] = useState<string | null>(null)
  const [asked, setAsked] = useState(said)
  // The address changed by other means, Back say: the box follows it.
  if (said !== asked) {
    setAsked(said)
    setWords(said)
  }
  useLetterKeys([['/', () => box.current?.focus()]])
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <TextInput
      ref={box}
      type="search"
      className={styles.search}
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder={label}
      leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
      maxLength={200}
      error={wrong}
      value={words}
      onPaste={event => {
        const values = pastedValues(event.clipboardData.getData('text'))
        if (!onValues || values.length < 2) return
        event.preventDefault()
        clearTimeout(timer.current)
        setWrong(onValues(values))
      }}
      onChange={e => {
        const typed = e.currentTarget.value
        setWords(typed)
        setWrong(null)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => {
          setAsked(typed.trim())
          onSearch(typed.trim())
        }, fetchDelay)
      }}
    />
  )
}
