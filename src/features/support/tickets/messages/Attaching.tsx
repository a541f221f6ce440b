import { showBytes } from '#kernel/show.ts'
import { Button, CloseButton, FileButton } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { fitFile, storedExtensions } from '#parts/file/file.ts'
import styles from '#features/support/tickets/ticket/tickets.module.css'

/** A file chosen to go along, and why it did not go. */
export interface ChosenFile {
  readonly file: File
  readonly refusal: string | null
}
interface Props {
  readonly chosen: readonly ChosenFile[]
  readonly onChange: (chosen: readonly ChosenFile[]) => void
}

/** Files to send along with a message: chosen, and taken back. */
export function Attaching({ chosen, onChange }: Props) {
  const add = (files: readonly File[]) =>
    onChange([...chosen, ...files.map(file => ({ file, refusal: fitFile(file.name, file.size) }))])
  return (
    <div>
      <FileButton multiple accept={storedExtensions.map(ext => `.${ext}`).join(',')} onChange={add}>
        {props => (
          <Button
            {...props}
            variant="subtle"
            color="gray"
            leftSection={<IconPaperclip size={16} stroke={1.5} aria-hidden />}
          >
            Anexar arquivos
          </Button>
        )}
      </FileButton>
      {chosen.length > 0 && (
        <ul className={styles.files} aria-label="Arquivos a enviar">
          {chosen.map(({ file, refusal }, i) => (
            <li key={`${file.name} ${file.size} ${i}`}>
              <span>{file.name}</span>
              <span className="meta">{showBytes(file.size)}</span>
              {refusal && (
                <span role="alert" className="wrong">
                  {refusal}
                </span>
              )}
              <CloseButton
                size="sm"
                aria-label={`Tirar ${file.name}`}
                onClick={() => onChange(chosen.filter((_, at) => at !== i))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
