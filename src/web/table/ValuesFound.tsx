import { Button, CopyButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { callsOf } from '#kernel/call.ts'
import type { AnyResource } from '#kernel/resource.ts'
import { answerOptions } from '#web/call.ts'
import type { Search } from '#web/table/address.ts'
import { missingValues, type ValueList } from '#web/table/pasted.ts'
import styles from '#web/table/list.module.css'

interface Props {
  readonly resource: AnyResource
  readonly search: Search
  readonly list: ValueList
}

const countInWords = (n: number, words: string) => `${n.toLocaleString('pt-BR')} ${words}${n === 1 ? '' : 's'}`

/** Which of the pasted values were found, and those that were not, to be copied. */
export default function ValuesFound({ resource, search, list }: Props) {
  const { page: _page, per_page: _size, sort: _sort, ...narrowed } = search
  const columns = list.fields.map(([name]) => name).join()
  const { data, isPending } = useQuery(
    answerOptions(callsOf(resource).list, { query: { ...narrowed, columns, pagination: 'false' } }, { retry: false }),
  )
  if (isPending) return <p className={styles.found}>Conferindo os valores…</p>
  if (!data)
    return <p className={styles.found}>São linhas demais para dizer quais valores faltam. Use mais um filtro.</p>
  const missing = missingValues(
    list,
    data.data.map(row => ({ ...row })),
  )
  const words = `${countInWords(list.values.length - missing.length, 'encontrado')}, ${countInWords(missing.length, 'não encontrado')}`
  if (!missing.length) return <p className={styles.found}>{words}</p>
  return (
    <details className={styles.found}>
      <summary>{words}</summary>
      <textarea readOnly aria-label="Não encontrados" rows={Math.min(8, missing.length)} value={missing.join('\n')} />
      <CopyButton value={missing.join('\n')}>
        {({ copied, copy }) => (
          <Button size="xs" variant="default" onClick={copy}>
            {copied ? 'Copiados' : 'Copiar os não encontrados'}
          </Button>
        )}
      </CopyButton>
    </details>
  )
}
