import { Button, Group } from '@mantine/core'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { showDate, showInteger } from '#kernel/show.ts'
import { collects, type Collect } from '#features/collects/collects.ts'
import { dueDay, label } from '#features/collects/period.ts'
import { Upload } from '#features/collects/Upload.tsx'
import { api } from '#web/api.ts'
import { saveFile } from '#web/files.ts'
import { DetailScreen, EditForm, type Read } from '#web/screens/DetailScreen.tsx'
import { useUser } from '#web/session/store.ts'
import { toast } from '#web/ui/toast.tsx'

/** A coleta: its form, the provider's file going in, Anatel's coming out. */
const CollectDetail = () => (
  <DetailScreen resource={collects} facts={row => <Facts collect={asCollect(row)} />}>
    {read => <Body read={read} />}
  </DetailScreen>
)
export default CollectDetail

/** A row the server sent of this resource is one: its serializer lets nothing else out. */
const asCollect = (row: object): Collect => Object.assign(Object.create(null), row)

const Facts = ({ collect }: { readonly collect: Collect }) => (
  <>
    <span>{label(collect)}</span> · <span className="id">Fistel {collect.fistel.name}</span> ·{' '}
    <span>{collect.status?.name ?? 'Em aberto'}</span> · <span>prazo {showDate(dueDay(collect))}</span>
  </>
)

function Body({ read }: { readonly read: Read }) {
  const user = useUser()
  const collect = asCollect(read.row)
  const [sending, setSending] = useState(false)
  const accesses = collect.locations.flatMap(location => location.accesses)
  const total = accesses.reduce((sum, { amount }) => sum + amount, 0)
  async function download() {
    const file = await api.blob(`/collects/${collect.uuid}/file`, 'text/csv')
    saveFile(file, `DICI_MENSAL_SCM_${collect.year}-${String(collect.month).padStart(2, '0')}.csv`)
    toast('Arquivo conferido e baixado')
  }
  return (
    <>
      <Group gap="sm" mb="md">
        <span>
          <strong className="num">{showInteger(collect.locations.length)}</strong> municípios ·{' '}
          <strong className="num">{showInteger(total)}</strong> acessos
        </span>
        <span style={{ flex: 1 }} />
        {can(user, 'collects.upload') && (
          <Button
            variant="default"
            leftSection={<IconUpload size={16} />}
            aria-expanded={sending}
            onClick={() => setSending(!sending)}
          >
            Enviar arquivo
          </Button>
        )}
        {can(user, 'collects.file') && (
          <Button
            variant="default"
            leftSection={<IconDownload size={16} />}
            disabled={!accesses.length}
            onClick={() => void download().catch(() => undefined)}
          >
            Baixar arquivo da Anatel
          </Button>
        )}
      </Group>
      {sending && <Upload collect={collect} version={read.version} replaced={total} onDone={() => setSending(false)} />}
      <EditForm key={`${collect.uuid} ${read.version}`} resource={collects} read={read} />
    </>
  )
}
