import { Button } from '@mantine/core'
import { IconBuildingBank } from '@tabler/icons-react'
import { useState } from 'react'
import { showInstant } from '#kernel/show.ts'
import { Proposals } from '#features/clients/clients/Proposals.tsx'
import { proposalsOf } from '#features/clients/clients/proposals.ts'
import { lookUpCnpj } from '#parts/company/api.ts'
import { messageOf } from '#web/api-error.ts'
import { useAnswer } from '#web/call.ts'
import { importedAddressType } from '#web/constants.ts'
import type { Form } from '#web/form/useForm.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { Card } from '#web/ui/Card.tsx'
import styles from '#features/clients/clients/helper.module.css'

interface Props {
  readonly cnpj: string
  readonly form: Form
  /** It queries the registry without a click. */
  readonly atOnce: boolean
}

/** What the federal registry says of a CNPJ, each thing beside what the form holds and taken only when ticked. */
export function FromRegistry({ cnpj, form, atOnce }: Props) {
  const [asked, ask] = useState(atOnce)
  const { data, error, isFetching, refetch } = useAnswer(
    lookUpCnpj,
    { cnpj },
    { enabled: asked, staleTime: Infinity, retry: false },
  )
  if (!asked)
    return (
      <div className={styles.ask}>
        <Button
          variant="default"
          leftSection={<IconBuildingBank size={16} stroke={1.5} aria-hidden />}
          onClick={() => ask(true)}
        >
          Consultar na Receita
        </Button>
      </div>
    )
  if (isFetching)
    return (
      <p role="status" className={styles.ask}>
        Consultando a Receita Federal…
      </p>
    )
  if (error)
    return (
      <p role="status" className={styles.ask}>
        {messageOf(error)}{' '}
        <Button variant="subtle" size="compact-sm" onClick={() => void refetch()}>
          Tentar de novo
        </Button>
      </p>
    )
  if (!data) return null
  const proposals = proposalsOf(form.values, data.data, importedAddressType).filter(({ key }) => keyIn(form, key))
  return (
    <Card className={styles.registry} aria-labelledby="from-registry">
      <header>
        <h3 id="from-registry">Na Receita Federal</h3>
        {data.data.situation && (
          <StatusChip tone={/^ativa$/i.test(data.data.situation) ? 'ok' : 'atencao'}>{data.data.situation}</StatusChip>
        )}
        <span className="meta">consultado em {showInstant(data.at).slice(0, 10)}</span>
      </header>
      {proposals.length ? (
        <Proposals proposals={proposals} form={form} named="from-registry" />
      ) : (
        <p className="meta">Tudo confere com o que está aqui.</p>
      )}
    </Card>
  )
}

const keyIn = ({ fields }: Form, key: string) => fields[key]?.writable === true
