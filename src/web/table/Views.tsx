import { Button, CloseButton, Stack, TextInput, UnstyledButton } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { isNarrowed, toSearch, type Search } from '#web/table/address.ts'
import type { View } from '#web/table/columns.ts'
import { LatePopover } from '#web/ui/LatePopover.tsx'
import styles from '#web/table/list.module.css'

interface Props {
  readonly search: Search
  readonly views: readonly View[]
  readonly onOpen: (view: View) => void
  readonly onChange: (views: readonly View[]) => void
}

/** Searches that were given a name: opened with a click, made from what is on the screen. */
export function Views({ search, views, onOpen, onChange }: Props) {
  const [open, setOpen] = useState(false)
  const [name, setName] = useState('')
  const { page: _page, ...asked } = search
  const here = toSearch(asked).slice(1)
  const now = views.find(view => view.search === here)
  const taken = views.some(view => view.name === name.trim())
  function save(event: FormEvent) {
    event.preventDefault()
    const given = name.trim()
    if (!given) return
    onChange([...views.filter(view => view.name !== given), { name: given, search: here }])
    setName('')
    setOpen(false)
  }
  return (
    <LatePopover
      opened={open}
      onChange={setOpen}
      width={300}
      position="bottom-start"
      trapFocus
      dropdown={{ 'aria-label': 'Visões desta lista' }}
      target={
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconBookmark size={16} stroke={1.5} aria-hidden />}
          onClick={() => setOpen(!open)}
        >
          {now?.name ?? 'Visões'}
        </Button>
      }
    >
      <Stack gap="sm">
        {views.length > 0 ? (
          <ul className={styles.views}>
            {views.map(view => (
              <li key={view.name} data-now={view === now || undefined}>
                <UnstyledButton
                  onClick={() => {
                    onOpen(view)
                    setOpen(false)
                  }}
                >
                  {view.name}
                </UnstyledButton>
                <CloseButton
                  size="sm"
                  aria-label={`Excluir a visão ${view.name}`}
                  onClick={() => onChange(views.filter(each => each !== view))}
                />
              </li>
            ))}
          </ul>
        ) : (
          <p className="meta">Uma visão guarda a busca, os filtros e a ordem desta lista com um nome.</p>
        )}
        {now || !(isNarrowed(search) || search.sort) ? (
          !now && <p className="meta">Busque ou filtre a lista para guardar uma visão.</p>
        ) : (
          <form onSubmit={save}>
            <TextInput
              label="Guardar o que está na tela como"
              placeholder="Clientes do Pará sem plano"
              maxLength={60}
              value={name}
              onChange={e => setName(e.currentTarget.value)}
            />
            <Button type="submit" mt="xs" disabled={!name.trim()}>
              {taken ? 'Substituir visão' : 'Guardar visão'}
            </Button>
          </form>
        )}
      </Stack>
    </LatePopover>
  )
}
