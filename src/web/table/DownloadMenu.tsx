import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import type { AnyResource } from '#kernel/resource.ts'
import { api } from '#web/api.ts'
import { saveFile } from '#web/files.ts'
import { useUser } from '#web/session/store.ts'
import type { Search } from '#web/table/address.ts'
import { listDesk } from '#web/table/desk.ts'
import { LateMenu } from '#web/ui/LateMenu.tsx'

const sheets: Readonly<Record<string, { label: string; type: string }>> = {
  xlsx: { label: 'Planilha do Excel', type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  csv: { label: 'CSV', type: 'text/csv' },
}

interface Props {
  readonly resource: AnyResource
  readonly search: Search
  /** Those on the screen. */
  readonly columns: readonly string[]
}

/** Takes what the list holds away as a file: on the record where the reader may ask for exports. */
export function DownloadMenu({
  resource,
  search: { page: _page, per_page: _size, columns: _shown, ...rows },
  columns,
}: Props) {
  const user = useUser()
  const go = useNavigate()
  const [only, choose] = useState(false)
  const search = only ? { ...rows, columns: columns.join(',') } : rows
  const take = async (format: string) => {
    const desk = listDesk()
    if (desk?.needs.every(permission => can(user, permission)))
      return desk.ask({ resource, search, format, go: to => void go({ to }) })
    const file = await api.blob(`/${resource.path}/csv`, sheets[format]?.type, { query: { ...search, format } })
    saveFile(file, `${resource.path}.${format}`)
  }
  return (
    <LateMenu
      position="bottom-end"
      target={
        <Button variant="subtle" color="gray" leftSection={<IconDownload size={16} stroke={1.5} aria-hidden />}>
          Baixar
        </Button>
      }
    >
      {Menu => (
        <>
          <Menu.CheckboxItem checked={only} onChange={choose} closeMenuOnClick={false}>
            Só as colunas da tela
          </Menu.CheckboxItem>
          <Menu.Divider />
          {Object.entries(sheets).map(([format, { label }]) => (
            <Menu.Item key={format} onClick={() => void take(format).catch(() => undefined)}>
              {label}
            </Menu.Item>
          ))}
        </>
      )}
    </LateMenu>
  )
}
