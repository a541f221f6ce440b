import { Button } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useRef, useState, type DragEvent } from 'react'
import styles from '#parts/file/dropzone.module.css'

interface Props {
  readonly title: string
  readonly help: string
  /** What the chooser is called: 'Arquivo de acessos'. */
  readonly label: string
  readonly accept: string
  /** Several at once, each handed in by itself, or all of them together. */
  readonly many?: boolean
  readonly onFile?: (file: File) => void
  readonly onFiles?: (files: readonly File[]) => void
}

/** Takes one file, or several, dropped or chosen. */
export function DropZone({ title, help, label, accept, many = false, onFile, onFiles }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = (files: FileList | null) => {
    const taken = [...(files ?? [])].slice(0, many ? undefined : 1)
    if (taken.length) onFiles?.(taken)
    for (const file of taken) onFile?.(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  return (
    <div
      className={styles.zone}
      data-over={over || undefined}
      onDragOver={e => (e.preventDefault(), setOver(true))}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconFileUpload size={32} stroke={1.5} aria-hidden />
      <h2>{title}</h2>
      <p>{help}</p>
      <Button onClick={() => input.current?.click()}>{many ? 'Escolher arquivos' : 'Escolher arquivo'}</Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={many}
        accept={accept}
        aria-label={label}
        onChange={e => {
          take(e.currentTarget.files)
          e.currentTarget.value = ''
        }}
      />
    </div>
  )
}
