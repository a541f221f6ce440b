import { Menu } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { can, permission } from '#kernel/access.ts'
import { theOne } from '#kernel/text.ts'
import type { AnyResource } from '#kernel/resource.ts'
import { api } from '#web/api.ts'
import { saveFile } from '#web/files.ts'
import { useUser } from '#web/session/store.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.tsx'

interface Props {
  readonly resource: AnyResource
  readonly row: { readonly id: number; readonly uuid: string }
}

/** What a person may ask of their data, among the actions of a record: to have them, and to have them erased. */
export function PersonalData({ resource, row }: Props) {
  const user = useUser()
  const queries = useQueryClient()
  const url = `/${resource.path}/${row.uuid}`
  const may = (verb: string) => can(user, permission(resource, verb))
  async function hand() {
    const file = await api.blob(`${url}/dados-pessoais`, 'application/json')
    saveFile(file, `dados-pessoais-${row.id}.json`)
  }
  async function erase() {
    const sure = await confirm({
      title: `Apagar os dados pessoais d${theOne(resource.text)}?`,
      text: 'Nomes, contatos e endereços somem daqui e do histórico, e não voltam. O que a lei manda guardar fica, sem eles.',
      act: 'Apagar os dados pessoais',
      danger: true,
      typed: 'apagar',
    })
    if (!sure) return
    const { message } = await api.put<{ message: string }>(`${url}/anonimizar`)
    await queries.invalidateQueries({ queryKey: [resource.path] })
    toast(message)
  }
  return (
    <>
      {may('dados-pessoais') && (
        <Menu.Item onClick={() => void hand().catch(() => undefined)}>Baixar os dados pessoais</Menu.Item>
      )}
      {may('anonimizar') && (
        <Menu.Item onClick={() => void erase().catch(() => undefined)}>Apagar os dados pessoais</Menu.Item>
      )}
    </>
  )
}
