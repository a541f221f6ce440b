import { showBytes } from '#kernel/show.ts'
import { count } from '#kernel/text.ts'
import type { CopiesState } from '#features/platform/maintenance/api.ts'
import styles from '#features/platform/maintenance/maintenance.module.css'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { fullTime } from '#web/ui/time.ts'

const copy = { one: 'cópia', many: 'cópias', gender: 'f' } as const

/** Whether there is a copy that can be restored, of when, and what its administrator should know of where it is. */
export function Copies({ on, folder, hour, proven_at, proven_bytes, copies, bytes, one_disk, late }: CopiesState) {
  if (!on)
    return (
      <p className={styles.copies}>
        Este servidor não tira cópias sozinho. Para ligar, defina <code>COPY_DAILY=1</code>; para tirar uma agora, quem
        opera o servidor roda <code>npx outorga copiar</code>.
      </p>
    )
  return (
    <div className={styles.copies}>
      <p>
        <Chip proven={proven_at !== null} late={late} />{' '}
        {proven_at === null ? (
          'Ainda não há cópia conferida.'
        ) : (
          <>
            A última cópia conferida é de <time dateTime={proven_at}>{fullTime(proven_at)}</time>
            {proven_bytes !== null && `, com ${showBytes(proven_bytes)}`}.
          </>
        )}
      </p>
      {late && (
        <p className={styles.error} role="alert">
          A última cópia conferida tem mais de um dia. Veja na rotina “Cópias de segurança” o que houve e execute-a de
          novo.
        </p>
      )}
      <p>
        {copies ? `${count(copies, copy)} em ` : 'As cópias ficam em '}
        <span className={styles.id}>{folder}</span>
        {copies ? `, ${showBytes(bytes)} ao todo. ` : '. '}
        {`A do dia é tirada a partir das ${hour}h, aberta à parte e comparada tabela por tabela.`}
      </p>
      {one_disk && (
        <p>
          As cópias estão no mesmo disco dos dados: se ele falhar, vão junto. Aponte <code>COPY_DIR</code> para outro
          disco, ou leve-as para outra máquina.
        </p>
      )}
    </div>
  )
}

function Chip({ proven, late }: { readonly proven: boolean; readonly late: boolean }) {
  if (late) return <StatusChip tone="erro">Atrasada</StatusChip>
  return proven ? (
    <StatusChip tone="ok">Em dia</StatusChip>
  ) : (
    <StatusChip tone="neutro">A primeira está por vir</StatusChip>
  )
}
