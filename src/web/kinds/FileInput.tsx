import { Button, CloseButton, FileButton, Group, Input as Wrapped, Text } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useContext, useState, type ReactNode } from 'react'
import { fileOfMeta } from '#kernel/meta.ts'
import { reasonOf } from '#web/api-error.ts'
import { api } from '#web/api.ts'
import { saveFile, upload } from '#web/files.ts'
import { RowAt } from '#web/kinds/rowAt.ts'

interface Props {
  readonly id: string
  /** What the field is called, for its button. */
  readonly called: string
  readonly label: ReactNode
  readonly description?: ReactNode
  readonly error: ReactNode
  readonly value: string | null | undefined
  readonly onChange: (value: string | null) => void
}

const chooseLabel = (held: boolean) => (held ? 'Trocar' : 'Escolher arquivo')

/** A file of a run-time field: sent at once, and the row's when its form is saved. */
export function FileInput({ called, value, onChange, error, ...rest }: Props) {
  const row = useContext(RowAt)
  const file = fileOfMeta(value)
  const [sending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  async function send(chosen: File | null) {
    if (!chosen || !row) return
    setSending(true)
    setRefusal(null)
    try {
      const { data } = await upload<{ data: { value: string } }>(`/meta-uploads/${row.path}/${row.uuid}`, chosen)
      onChange(data.value)
    } catch (thrown) {
      setRefusal(reasonOf(thrown))
    } finally {
      setSending(false)
    }
  }
  return (
    <Wrapped.Wrapper {...rest} labelElement="div" error={refusal ?? error}>
      <Group gap={8} mt={4}>
        {file && <StoredFileLink value={value} />}
        {row ? (
          <FileButton onChange={chosen => void send(chosen)}>
            {props => (
              <Button
                {...props}
                id={rest.id}
                aria-label={`${chooseLabel(file !== null)}: ${called}`}
                variant={file ? 'subtle' : 'default'}
                disabled={sending}
              >
                {sending ? 'Enviando…' : chooseLabel(file !== null)}
              </Button>
            )}
          </FileButton>
        ) : (
          <Text className="meta">Salve primeiro: um arquivo se envia a um cadastro que já existe.</Text>
        )}
        {file && <CloseButton aria-label={`Tirar ${file.name}`} onClick={() => onChange(null)} />}
      </Group>
    </Wrapped.Wrapper>
  )
}

/** Shows a stored file, which the reader downloads with a click. */
export function StoredFileLink({ value }: { readonly value: string | null | undefined }) {
  const file = fileOfMeta(value)
  if (!file) return <>—</>
  const { uuid, name } = file
  // A failure is shown on top of the page.
  const fetch = () =>
    api.blob(`/meta-uploads/${uuid}`, undefined, { timeout: 120_000 }).then(got => saveFile(got, name))
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconPaperclip size={14} stroke={1.5} aria-hidden />}
      onClick={() => void fetch().catch(() => undefined)}
    >
      {name}
    </Button>
  )
}
