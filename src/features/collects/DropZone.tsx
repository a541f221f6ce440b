import { Button } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useRef, useState, type DragEvent } from 'react'
import styles from '#features/collects/upload.module.css'

/** Takes one file, dropped or chosen. */
export function DropZone({ onFile }: { readonly onFile: (file: File) => void }) {
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
      <h2>Arquivo de acessos do provedor</h2>
      <p>
        Um CSV com as colunas da Anatel, de até 2 MB. Solte o arquivo aqui ou escolha um; nada é gravado antes de você
        conferir.
      </p>
      <Button onClick={() => input.current?.click()}>Escolher arquivo</Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.txt,text/csv,text/plain"
        aria-label="Arquivo de acessos"
        onChange={e => {
          const file = e.currentTarget.files?.[0]
          if (file) onFile(file)
          e.currentTarget.value = ''
        }}
      />
    </div>
  )
}
