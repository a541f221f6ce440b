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
  readonly onFile: (file: File) => void
}

/** Takes one file, dropped or chosen. */
export function DropZone({ title, help, label, accept, onFile }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) onFile(file)
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
      <Button onClick={() => input.current?.click()}>Escolher arquivo</Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        onChange={e => {
          const file = e.currentTarget.files?.[0]
          if (file) onFile(file)
          e.currentTarget.value = ''
        }}
      />
    </div>
  )
}
